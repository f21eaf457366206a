import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { InventoryDetails, InventoryLine } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { CountStation } from './CountStation'

const { take } = vi.hoisted(() => ({ take: vi.fn() }))

vi.mock('@/context/session', () => ({ useProfile: () => ({ id: 'ana' }) }))
vi.mock('@/ui/format', async (original) => ({
  ...(await original<object>()),
  useFormat: () => ({ number: String, day: String, preferences: { locale: 'en-US' } }),
}))
vi.mock('./useCounts', () => ({
  useCounts: () => ({ own: new Map(), unsent: [], news: undefined, take, send: () => undefined }),
}))

const EAN = '7891000315507'
const line = (no: number, title: string, lot: string) =>
  ({ line: no, place: 'A-1', title, lot, sku: title.toUpperCase(), ean: EAN, open: true }) as InventoryLine

const inventory = {
  id: '7',
  status: 20,
  places: [{ place_id: '1', place: 'A-1' }],
  lines: [line(1, 'Soap', 'L1'), line(2, 'Soap', 'L2'), line(3, 'Cream', 'L1')],
} as InventoryDetails

async function open() {
  await renderPage(() => <CountStation inventory={inventory} />)
  const user = userEvent.setup({ delay: null })
  const field = screen.getByRole('textbox', { name: 'Place, lot, EAN or SKU' })
  await user.click(field)
  return { user, field }
}

const shown = () => within(screen.getByRole('list', { name: 'Lines' })).getAllByRole('listitem').length

beforeEach(() => take.mockReset())

it('waits for the code that tells lines of one code apart', async () => {
  const { user, field } = await open()
  await user.keyboard('L1{Enter}')
  expect(screen.getByRole('status')).toHaveTextContent('2 lines have this code')
  expect(field).toHaveFocus()
  expect(shown()).toBe(2)
  await user.keyboard('5{Enter}')
  expect(take).not.toHaveBeenCalled()
})

it('takes the figure of the line that two codes tell', async () => {
  const { user, field } = await open()
  await user.keyboard('soap{Enter}')
  await user.keyboard('L2{Enter}')
  await user.keyboard('5{Enter}')
  expect(take).toHaveBeenCalledExactlyOnceWith(inventory.lines[1], 5)
  expect(field).toHaveFocus()
  await user.keyboard('L1{Enter}')
  expect(screen.getByRole('status')).toHaveTextContent('2 lines have this code')
})

it('takes a code in the field of units for the next scan', async () => {
  const { user } = await open()
  await user.keyboard('L2{Enter}')
  await user.keyboard(`${EAN}{Enter}`)
  expect(take).not.toHaveBeenCalled()
  expect(screen.getByRole('status')).toHaveTextContent('3 lines have this code')
})
