import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Stock, StockMovement } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { Movements } from './Movements'

const { api } = vi.hoisted(() => ({
  api: {
    useStockMovementList: vi.fn(),
    invalidateStockMovementList: vi.fn(),
    stockPhotoAdd: vi.fn(),
    stockReverse: vi.fn(),
  },
}))

vi.mock('@/api/generated/endpoints/stock/stock', () => api)
vi.mock('@/context/session', () => ({ useProfile: () => ({ can: {} }) }))
vi.mock('@/context/site', () => ({ useSite: () => ({ domain: { name: 'Acme' } }) }))
vi.mock('@/ui/format', () => ({ useFormat: () => ({ number: String }) }))
vi.mock('@/ui/time/Moment', () => ({ Moment: () => null }))
vi.mock('./refresh', () => ({ refreshStocks: vi.fn() }))

const taken = (id: string, has_photo: boolean) =>
  ({
    id,
    kind: 'remove',
    quantity: 1,
    from_place_id: 'p1',
    from_after: 3,
    to_after: null,
    removal: 'damaged',
    reason: 'Wet',
    reversed_by: null,
    has_photo,
    posted_at: '2026-11-30T10:00:00Z',
    can: { reverse: false, return_goods: false, add_photo: !has_photo },
  }) as StockMovement

beforeEach(() => {
  const data = { data: [taken('m1', false), taken('m2', true)], meta: undefined }
  api.useStockMovementList.mockReset().mockReturnValue({ data, error: null })
  api.stockPhotoAdd.mockReset().mockResolvedValue({})
  api.invalidateStockMovementList.mockReset()
})

it('goods that were taken out without a photo get one later', async () => {
  const { container } = await renderPage(() => <Movements stock={{ id: 's1', place_id: 'p1' } as Stock} />)
  expect(screen.getAllByRole('button', { name: 'Add photo' })).toHaveLength(1)
  const photo = new File(['x'], 'box.jpg', { type: 'image/jpeg' })
  const input = container.querySelector('input[type="file"]')
  await userEvent.upload(input as HTMLInputElement, photo)
  expect(api.stockPhotoAdd).toHaveBeenCalledWith('m1', { file: photo })
  await waitFor(() => expect(api.invalidateStockMovementList).toHaveBeenCalledOnce())
})
