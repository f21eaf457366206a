import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { StockMovement } from '@/api/schema'
import { renderPage } from '../../../test/render'
import PickedGoods from './PickedGoods'

const { api } = vi.hoisted(() => ({
  api: { useStockMovementList: vi.fn(), invalidatePickListList: vi.fn() },
}))

vi.mock('@/api/generated/endpoints/stock/stock', () => ({
  ...api,
  getPickListShowQueryKey: (id: string) => [id],
}))
vi.mock('@/ui/format', () => ({ useFormat: () => ({ number: String }) }))
vi.mock('@/ui/time/Moment', () => ({ Moment: () => null }))
vi.mock('./ReturnDialog', () => ({
  default: ({ movement, onClose }: { movement: StockMovement; onClose(): void }) => (
    <button type="button" onClick={onClose}>
      back of {movement.id}
    </button>
  ),
}))

const pick = (id: string, lot: string, mayReturn: boolean) =>
  ({
    id,
    title: 'Soap',
    lot,
    quantity: 8,
    returned: 3,
    from_place: 'ONE · A-1',
    posted_at: '2026-11-30T10:00:00Z',
    actor_name: 'Ana',
    can: { return_goods: mayReturn },
  }) as StockMovement

beforeEach(() => {
  const data = { data: [pick('1', 'L1', true), pick('2', 'L2', false)], meta: undefined }
  api.useStockMovementList.mockReset().mockReturnValue({ data, error: null })
  api.invalidatePickListList.mockReset()
})

it('takes goods of a list back where they were picked', async () => {
  await renderPage(() => <PickedGoods listId="7" />)
  expect(api.useStockMovementList.mock.calls[0]?.[0]).toMatchObject({ pick_list_id: '7' })
  const lines = await screen.findAllByRole('listitem')
  expect(lines[0]).toHaveTextContent('8 × Soap · L1')
  expect(lines[0]).toHaveTextContent('from ONE · A-1 · 3 came back')
  expect(screen.queryByRole('button', { name: 'Return Soap L2' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Return Soap L1' }))
  await userEvent.click(await screen.findByRole('button', { name: 'back of 1' }))
  expect(api.invalidatePickListList).toHaveBeenCalledOnce()
})
