import { expect, it } from 'vitest'
import { ShipmentStatus } from '@/api/schema'
import { courseOf, stageOf, WAY_STAGES } from './stages'

it('a status stands at the last stage it has reached', () => {
  const at = (status: ShipmentStatus) => WAY_STAGES[stageOf(status) ?? -1]
  expect(at(ShipmentStatus.NeedsAttention)).toBe('created')
  expect(at(ShipmentStatus.Labelled)).toBe('confirmed')
  expect(at(ShipmentStatus.Manifested)).toBe('received')
  expect(at(ShipmentStatus.Arrived)).toBe('departed')
  expect(at(ShipmentStatus.CustomsHold)).toBe('customs')
  expect(at(ShipmentStatus.DeliveryFailed)).toBe('outForDelivery')
  expect(at(ShipmentStatus.Delivered)).toBe('delivered')
})

it('what left the way has no stage', () => {
  for (const status of [ShipmentStatus.Cancelled, ShipmentStatus.Returning, ShipmentStatus.Lost]) {
    expect(stageOf(status)).toBeUndefined()
  }
})

it('the course says whether somebody must act', () => {
  expect(courseOf(ShipmentStatus.Departed)).toBe('going')
  expect(courseOf(ShipmentStatus.NeedsAttention)).toBe('waiting')
  expect(courseOf(ShipmentStatus.Seized)).toBe('ended')
  expect(courseOf(ShipmentStatus.Delivered)).toBe('delivered')
})
