import { IconCheck } from '@tabler/icons-react'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { usePageActions } from '@/context/page-actions'
import { renderPage } from '../../test/render'
import { RecordPage } from './RecordPage'
import { useRecordActions } from './useRecordActions'

type Bag = { id: string; code: string; can: { seal: boolean } }

const bag: Bag = { id: '1', code: 'B-7', can: { seal: true } }
const refetch = vi.fn()
const start = vi.fn()

const answered = (data: { data: Bag } | undefined, error: unknown = null) => ({
  data,
  error,
  isFetching: false,
  refetch,
})

function Offered() {
  const page = usePageActions()
  return <output>{page?.title}</output>
}

function Page({ result }: { result: ReturnType<typeof answered> }) {
  const actions = useRecordActions<Bag>({
    actions: [{ verb: 'seal', label: 'Seal', icon: IconCheck, button: 'main', start }],
    refresh: () => {},
  })
  return (
    <RecordPage
      result={result}
      title="Bag"
      failed="Could not load the bag"
      nameOf={({ code }) => `Bag ${code}`}
      badge={() => <b>open</b>}
      actions={actions}
      side={({ code }) => <p>beside {code}</p>}
    >
      {({ code }) => <p>in {code}</p>}
    </RecordPage>
  )
}

const draw = (result: ReturnType<typeof answered>) =>
  renderPage(() => (
    <>
      <Page result={result} />
      <Offered />
    </>
  ))

it('a record has its name, status, actions, content and side column, and offers its actions to the palette', async () => {
  await draw(answered({ data: bag }))
  expect(screen.getByRole('heading', { level: 1, name: 'Bag B-7' })).toBeVisible()
  expect(screen.getByText('open')).toBeVisible()
  // The side comes first, as on a phone.
  expect(screen.getAllByText(/B-7$/).map(({ textContent }) => textContent)).toEqual([
    'Bag B-7',
    'beside B-7',
    'in B-7',
    'Bag B-7',
  ])
  expect(screen.getByRole('status')).toHaveTextContent('Bag B-7')
  await userEvent.click(screen.getByRole('button', { name: 'Seal' }))
  expect(start).toHaveBeenCalledExactlyOnceWith(bag)
})

it('a record on its way has a title and neither actions nor content', async () => {
  await draw(answered(undefined))
  expect(screen.getByRole('heading', { level: 1, name: 'Bag' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('a record that cannot be loaded says why, and can be asked for again', async () => {
  await draw(answered(undefined, new ApiError(0)))
  expect(screen.getByRole('alert')).toHaveTextContent('Could not load the bag')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('a record that was loaded stays when a later question fails', async () => {
  await draw(answered({ data: bag }, new ApiError(0)))
  expect(screen.getByText('in B-7')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
