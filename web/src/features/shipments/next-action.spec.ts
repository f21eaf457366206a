import { expect, it } from 'vitest'
import { type Shipment, ShipmentStatus } from '@/api/schema'
import { nextAction } from './next-action'

const ALL = {
  update: false,
  complete: false,
  confirm: false,
  cancel: false,
  duplicate: true,
  print_label: false,
  print_documents: true,
  record_event: true,
  reprice: false,
  hold: false,
  release: false,
}

const at = (status: ShipmentStatus, can: Partial<Shipment['can']>, rest: Partial<Shipment> = {}) =>
  nextAction({ status, missing: [], label_printed_at: null, ...rest, can: { ...ALL, ...can } })

it('an incomplete draft is completed, a complete one confirmed', () => {
  expect(at(ShipmentStatus.NeedsAttention, { update: true }, { missing: ['to_city'] })).toBe('complete')
  expect(at(ShipmentStatus.Draft, { update: true, confirm: true, print_label: true })).toBe('confirm')
})

it('what only documents lack is completed after the confirmation, too', () => {
  const missing = ['items.0.hs_code']
  expect(at(ShipmentStatus.Confirmed, { complete: true, print_label: true }, { missing })).toBe('complete')
})

it('a confirmed one gets its label, and then its events', () => {
  expect(at(ShipmentStatus.Confirmed, { print_label: true })).toBe('print')
  const printed = { label_printed_at: '2026-11-25T12:00:00Z' }
  expect(at(ShipmentStatus.Confirmed, { print_label: true }, printed)).toBe('record')
  expect(at(ShipmentStatus.Departed, { print_label: true })).toBe('record')
})

it('one on hold is released before it goes on', () => {
  expect(at(ShipmentStatus.Confirmed, { release: true })).toBe('release')
  const missing = ['to_phone']
  expect(at(ShipmentStatus.Confirmed, { release: true, update: true }, { missing })).toBe('complete')
  expect(at(ShipmentStatus.Arrived, { release: true })).toBe('record')
})

it('somebody who records no events can print again, and has nothing to do later', () => {
  const printed = { label_printed_at: '2026-11-25T12:00:00Z' }
  expect(at(ShipmentStatus.Confirmed, { print_label: true, record_event: false }, printed)).toBe('print')
  expect(at(ShipmentStatus.Departed, { record_event: false })).toBeUndefined()
})

it('nothing is left to do for what has ended', () => {
  expect(at(ShipmentStatus.Delivered, {})).toBeUndefined()
  expect(at(ShipmentStatus.Cancelled, { record_event: false })).toBeUndefined()
})
