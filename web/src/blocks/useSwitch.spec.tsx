import { notifications } from '@mantine/notifications'
import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { ConfirmDialog } from '@/ui/dialogs/ConfirmDialog'
import { NotificationArea } from '@/ui/dialogs/NotificationArea'
import { RowMenu } from '@/ui/table/RowMenu'
import { renderPage } from '../../test/render'
import { useDeletingRows } from './deleting-rows'
import { useRecordMenu } from './RecordList'
import { useSwitch } from './useSwitch'

const can = { activate: false, deactivate: true, delete: true, restore: false }
const crate = { id: '1', name: 'Crate', active: true, excluded_at: null as string | null, can }
type Crate = typeof crate
const gone: Crate = {
  ...crate,
  active: false,
  excluded_at: '2026-11-21T14:30:00Z',
  can: { ...can, deactivate: false, delete: false, restore: true },
}

const PLACE = { left: 0, top: 0, origin: document.body }

const remove = vi.fn(async (_id: string) => ({ data: { restorable: true } }))
const restore = vi.fn(async (_id: string) => ({ data: crate }))
const change = vi.fn(async (_id: string) => ({ data: crate }))

afterEach(() => {
  vi.clearAllMocks()
  notifications.clean()
})

function Row({ record }: { record: Crate }) {
  const switching = useSwitch<Crate>({
    activate: change,
    deactivate: change,
    remove,
    restore,
    nameOf: ({ name }) => name,
    refresh: () => undefined,
  })
  const entries = useRecordMenu(() => '/crates/1', switching)(record)
  const deleting = useDeletingRows()
  return (
    <>
      <p>{deleting.has(record.id) ? 'pulses' : 'rests'}</p>
      <RowMenu label="row" entries={entries} place={PLACE} onClose={() => {}} />
      <ConfirmDialog />
      <NotificationArea />
    </>
  )
}

it('a row pulses while it is deleted, and the notification brings the record back (LIST-3)', async () => {
  let answer = () => {}
  remove.mockImplementationOnce(
    () => new Promise((resolve) => (answer = () => resolve({ data: { restorable: true } }))),
  )
  await renderPage(() => <Row record={crate} />)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('pulses')).toBeInTheDocument()
  answer()
  expect(await screen.findByText('rests')).toBeInTheDocument()
  expect(await screen.findByText('Data has been deleted.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(restore).toHaveBeenCalledWith('1')
})

it('a deleted record is only restored', async () => {
  await renderPage(() => <Row record={gone} />)
  expect(await screen.findByRole('menuitem', { name: 'Restore' })).toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Activate' })).toBeNull()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Restore' }))
  expect(await screen.findByText('Crate was restored.')).toBeInTheDocument()
})

it('what can no longer be deleted is fetched again', async () => {
  const fetched = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  remove.mockRejectedValueOnce(new ApiError(409, { message: 'It is deleted already.' } as never))
  await renderPage(() => <Row record={crate} />)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('It is deleted already.')).toBeInTheDocument()
  expect(fetched).toHaveBeenCalledOnce()
  fetched.mockRestore()
})
