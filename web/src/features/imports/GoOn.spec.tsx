import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Import } from '@/api/schema'
import { ConfirmDialog } from '@/ui/dialogs/ConfirmDialog'
import { renderPage } from '../../../test/render'
import { GoOn } from './GoOn'
import { IMPORT_KINDS, KindContext } from './kind'

const { request } = vi.hoisted(() => ({ request: vi.fn() }))

vi.mock('@/api/request', async (original) => ({ ...(await original<object>()), request }))

const CHECKED = { id: 'i', can: { process: true, update: false } } as Import

const BEFORE = new ApiError(409, {
  message: 'Goods of this file came in before.',
  message_code: 'import_received_before',
  params: { import_id: 'a', file: 'goods.csv', date: '2026-11-03' },
} as never)

const draw = () =>
  renderPage(() => (
    <KindContext value={IMPORT_KINDS.stock}>
      <GoOn shown={CHECKED} startLabel="Receive 2 rows" />
      <ConfirmDialog />
    </KindContext>
  ))

const sent = () => request.mock.calls.map(([url]) => String(url))

beforeEach(() => {
  request.mockReset().mockRejectedValueOnce(BEFORE).mockResolvedValue({ data: {} })
})

it('asks before goods of the same file are received once more', async () => {
  await draw()
  await userEvent.click(screen.getByRole('button', { name: 'Receive 2 rows' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/came in before/)).toBeVisible()
  expect(sent()).toEqual(['/stock_imports/i/process'])
  await userEvent.click(dialog.getByRole('button', { name: 'Receive once more' }))
  await vi.waitFor(() => expect(sent()[1]).toBe('/stock_imports/i/process?again=true'))
})

it('receives nothing when somebody says no', async () => {
  await draw()
  await userEvent.click(screen.getByRole('button', { name: 'Receive 2 rows' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual(['/stock_imports/i/process'])
})
