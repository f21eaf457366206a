import { expect, it } from 'vitest'
import { ShipmentStatus } from '@/api/schema'
import { refusal } from './status'

const t = ((key: string) => key) as never
const OPEN = { missing: [], unconfirmed: false, hold: null }

it('what keeps a shipment from being cancelled is its way, or a claim', () => {
  expect(refusal('cancel', { ...OPEN, status: ShipmentStatus.Departed }, t)).toBe('refused.cancel')
  expect(refusal('cancel', { ...OPEN, status: ShipmentStatus.Confirmed }, t)).toBe('refused.claimed')
  expect(refusal('cancel', { ...OPEN, status: ShipmentStatus.ReweighHold }, t)).toBe('refused.claimed')
  expect(refusal('cancel', { ...OPEN, status: ShipmentStatus.Cancelled }, t)).toBe('refused.cancelled')
})
