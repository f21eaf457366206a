import { TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render'
import { RecordForm } from './RecordForm'

type Bag = { id: string; version: number; name: string; can: { update: boolean } }
type Values = { name: string | null; version?: number }

const bag: Bag = { id: '1', version: 4, name: 'B-7', can: { update: true } }
const save = vi.fn(async ({ name }: Values, kept?: { version: number }) => ({
  data: { ...bag, name: name ?? '', version: (kept?.version ?? 0) + 1 },
}))

type PageProps = { shown?: Bag; whyClosed?(record: Bag): string }

function Page({ shown = bag, whyClosed }: PageProps) {
  const data = { data: shown }
  return (
    <RecordForm<Bag, Values>
      name="bag"
      id="1"
      result={{
        data,
        error: null,
        isFetching: false,
        isFetchedAfterMount: true,
        refetch: async () => ({ data, error: null }),
      }}
      title="Bag"
      nameOf={({ name }) => name}
      empty={() => ({ name: null })}
      valuesOf={({ name, version }) => ({ name, version })}
      validate={{}}
      save={save}
      refresh={() => {}}
      leaveTo={() => (shown.can.update ? '/' : '/elsewhere/1')}
      {...(whyClosed && { whyClosed })}
    >
      {({ text }) => <TextInput {...text('name')} label="Name" />}
    </RecordForm>
  )
}

it('a form that stays open is saved twice in a row', async () => {
  await renderPage(() => <Page />)
  for (const [key, version] of [
    ['a', 4],
    ['b', 5],
  ] as const) {
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), key)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(save).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ version })),
    )
  }
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('B-7ab')
})

it('a record that cannot be changed now says why, and leads to its page', async () => {
  const closed = { ...bag, can: { update: false } }
  await renderPage(() => <Page shown={closed} whyClosed={({ name }) => `${name} is closed.`} />)
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled()
  expect(screen.getByRole('alert')).toHaveTextContent('B-7 is closed.')
  expect(screen.getByRole('link', { name: 'Go to its page' })).toHaveAttribute('href', '/elsewhere/1')
})
