import { expect, it } from 'vitest'
import { mayBulk } from './may-bulk'

const allowed = (profile: Parameters<typeof mayBulk>[0]) =>
  Object.entries(mayBulk(profile)).flatMap(([name, may]) => (may ? [name] : []))

it('who only reads shipments does nothing with many', () => {
  expect(allowed({ can: { 'shipment.list': true, 'shipment.show': true }, menu: {} })).toEqual([])
})

it('labels and cancellations need their own rights', () => {
  const can = { 'shipment.print_label': true, 'shipment.cancel': true } as const
  expect(allowed({ can, menu: {} })).toEqual(['print', 'cancel'])
})

it('deliveries are planned where the company has them', () => {
  const can = { 'delivery.create': true } as const
  expect(allowed({ can, menu: { deliveries: true } })).toEqual(['delivery'])
  expect(allowed({ can, menu: {} })).toEqual([])
})
