import { notifications } from '@mantine/notifications'
import { IconBan, IconCheck, IconEye, IconTrash } from '@tabler/icons-react'
import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { usePageActions } from '@/context/page-actions'
import { ConfirmDialog } from '@/ui/dialogs/ConfirmDialog'
import { NotificationArea } from '@/ui/dialogs/NotificationArea'
import { RowMenu } from '@/ui/table/RowMenu'
import { renderPage } from '../../test/render'
import { RecordButtons } from './RecordButtons'
import type { RecordAction } from './record-actions'
import { useRecordActions } from './useRecordActions'

type Bag = { id: string; code: string; can: { seal: boolean; open: boolean; delete: boolean } }

const bag: Bag = { id: '1', code: 'B-7', can: { seal: true, open: true, delete: true } }
const sealed: Bag = { ...bag, code: 'B-7 sealed' }

const run = vi.fn(async (_bag: Bag, _reason: string) => ({ data: sealed }))
const remove = vi.fn(async (_bag: Bag) => undefined)
const refresh = vi.fn()
const refreshList = vi.fn()

const show: RecordAction<Bag> = { only: 'list', label: 'Show', icon: IconEye, to: () => '/elsewhere/1' }
const seal = {
  verb: 'seal',
  label: 'Seal',
  icon: IconCheck,
  button: 'main',
  ask: ({ code }) => ({ title: `Seal ${code}?`, text: 'It can be opened again.' }),
  run,
  done: (_, { code }) => `${code}: done.`,
} satisfies RecordAction<Bag>
const discard: RecordAction<Bag> = {
  verb: 'delete',
  label: 'Delete',
  icon: IconTrash,
  danger: true,
  ask: () => ({ title: 'Delete the bag?', text: 'It will be gone.' }),
  remove,
  done: () => 'Bag deleted.',
}
const openWhy = {
  verb: 'open',
  label: 'Open',
  icon: IconBan,
  button: 'plain',
  refused: () => 'The bag is on board.',
  reason: () => ({ title: 'Open the bag?', label: 'Reason', text: 'Customs read it.' }),
  run,
  done: () => 'Bag opened.',
} satisfies RecordAction<Bag>

afterEach(() => {
  vi.clearAllMocks()
  notifications.clean()
})

function Offered() {
  const page = usePageActions()
  return <output>{page && [page.title, ...page.actions.map(({ label }) => label)].join(', ')}</output>
}

type PageProps = { actions: RecordAction<Bag>[]; record: Bag; inList?: boolean; leaveTo?: string }

function Page({ actions, record, inList = false, leaveTo = '/elsewhere/list' }: PageProps) {
  const reader = useRecordActions({
    actions,
    refresh,
    deleted: { refresh: refreshList, leaveTo },
  })
  const place = { left: 0, top: 0, origin: document.body }
  return (
    <>
      {inList ? (
        <RowMenu label="row" entries={reader.menu(record)} place={place} onClose={() => {}} />
      ) : (
        <RecordButtons actions={reader} record={record} offeredAs={record.code} />
      )}
      <button type="button" onClick={() => reader.begin('open', record)}>
        begin
      </button>
      {reader.dialog}
    </>
  )
}

const draw = (props: PageProps) =>
  renderPage(() => (
    <>
      <Page {...props} />
      <Offered />
      <ConfirmDialog />
      <NotificationArea />
    </>
  ))

const button = (name: string) => screen.getByRole('button', { name })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

it('one array is the menu of a row, the buttons of the page and its place in the palette', async () => {
  const actions = [show, seal, openWhy, discard]
  const { unmount } = await draw({ actions, record: bag })
  const names = screen.getAllByRole('button').map((one) => one.textContent || one.getAttribute('aria-label'))
  expect(names).toEqual(['Open', 'Seal', 'More actions', 'begin'])
  expect(screen.getAllByRole('status')[0]).toHaveTextContent('B-7, Seal, Open, Delete')
  await press('More actions')
  expect(await screen.findAllByRole('menuitem')).toHaveLength(1)
  unmount()

  await draw({ actions, record: bag, inList: true })
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Show', 'Seal', 'Open', 'Delete'])
})

it('an action that needs the whole record is not in the menu of a row', async () => {
  await draw({ actions: [show, { ...seal, only: 'page' }], record: bag, inList: true })
  expect(await screen.findAllByRole('menuitem')).toHaveLength(1)
})

it('a forbidden action is away, or stays and says why, and is not offered to the palette', async () => {
  const can = { seal: false, open: false, delete: true }
  await draw({ actions: [seal, openWhy, discard], record: { ...bag, can } })
  expect(screen.queryByRole('button', { name: 'Seal' })).toBeNull()
  expect(button('Open')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(button('Open'))
  expect(await screen.findByText('The bag is on board.')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByRole('status')[0]).toHaveTextContent('B-7, Delete')
})

it('an action asks, runs, refreshes what shows the record, and says that it is done', async () => {
  await draw({ actions: [seal], record: bag })
  await press('Seal')
  expect(await screen.findByRole('dialog', { name: 'Seal B-7?' })).toBeInTheDocument()
  expect(run).not.toHaveBeenCalled()
  await inDialog('Seal')
  expect(await screen.findByText('B-7 sealed: done.')).toBeInTheDocument()
  expect(refresh).toHaveBeenCalledExactlyOnceWith(expect.anything(), sealed)
})

it('nothing runs when the question is declined', async () => {
  await draw({ actions: [seal], record: bag })
  await press('Seal')
  await inDialog('Cancel')
  expect(run).not.toHaveBeenCalled()
  expect(refresh).not.toHaveBeenCalled()
})

it('a reason is asked for and sent, and a refusal stays in the dialog', async () => {
  run.mockRejectedValueOnce(new ApiError(0))
  await draw({ actions: [openWhy], record: bag })
  await press('Open')
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), ' wet ')
  await inDialog('Open')
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not reach the server')
  await inDialog('Open')
  expect(await screen.findByText('Bag opened.')).toBeInTheDocument()
  expect(run).toHaveBeenLastCalledWith(bag, 'wet')
})

it('a double click runs an action once', async () => {
  run.mockReturnValueOnce(new Promise(() => undefined))
  await draw({ actions: [{ ...seal, ask: undefined }], record: bag })
  await userEvent.dblClick(button('Seal'))
  expect(run).toHaveBeenCalledTimes(1)
})

it('an action without a question runs at once, and its message offers the action that leads back', async () => {
  const back = vi.fn(async () => ({ data: bag }))
  const atOnce: RecordAction<Bag> = { ...seal, ask: undefined, undo: () => 'open' }
  const open: RecordAction<Bag> = { ...openWhy, reason: undefined, run: back }
  await draw({ actions: [atOnce, open], record: bag })
  await press('Seal')
  await press('Undo')
  expect(await screen.findByText('Bag opened.')).toBeInTheDocument()
  expect(back).toHaveBeenCalledExactlyOnceWith(sealed, '')
})

it('an action can be begun by its verb, from a menu about another record', async () => {
  await draw({ actions: [seal, openWhy], record: bag })
  await press('begin')
  expect(await screen.findByRole('dialog', { name: 'Open the bag?' })).toBeInTheDocument()
})

it('a deletion refreshes the list and leads to it', async () => {
  const { router } = await draw({ actions: [discard], record: bag })
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await inDialog('Delete')
  expect(await screen.findByRole('heading', { name: 'elsewhere' })).toBeInTheDocument()
  expect(remove).toHaveBeenCalledExactlyOnceWith(bag)
  expect(refreshList).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/elsewhere/list')
})

it('a deletion that can be undone offers it', async () => {
  const restore = vi.fn(async () => undefined)
  const actions = [{ ...discard, restore: () => restore } as RecordAction<Bag>]
  await draw({ actions, record: bag, leaveTo: '/' })
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await inDialog('Delete')
  expect(await screen.findByText('Bag deleted.')).toBeInTheDocument()
  await press('Undo')
  expect(restore).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(refreshList).toHaveBeenCalledTimes(2))
})

it('what the state of a record refuses is fetched again', async () => {
  const fetched = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  const late = new ApiError(409, { message: 'It is sealed already.' } as never)
  run.mockRejectedValueOnce(late)
  await draw({ actions: [{ ...seal, ask: undefined }], record: bag })
  await press('Seal')
  expect(await screen.findByText('It is sealed already.')).toBeInTheDocument()
  expect(fetched).toHaveBeenCalledOnce()
  fetched.mockRestore()
})
