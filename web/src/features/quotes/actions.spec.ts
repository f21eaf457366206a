import { expect, it, vi } from 'vitest'
import type { Quote } from '@/api/schema'
import { entryOf } from '@/blocks/record-actions'
import { quoteActions } from './actions'

const quote = { id: '7', service_id: 's1', shipment_id: null, can: { choose: true } } as unknown as Quote

const labels = (mayShip: boolean) =>
  quoteActions(((key: string) => key) as never, mayShip, vi.fn()).flatMap((action) => {
    const entry = entryOf(action as never, quote, vi.fn())
    return entry ? [entry.label] : []
  })

it('a quote is shipped by those who may create shipments', () => {
  expect(labels(true)).toContain('action.ship')
  expect(labels(false)).not.toContain('action.ship')
})
