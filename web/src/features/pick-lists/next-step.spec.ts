import { expect, it } from 'vitest'
import { type PickListDetails, PickListStatus, type StockObstacle } from '@/api/schema'
import { nextStep } from './next-step'

const list = (status: PickListStatus, returned: number, obstacle: StockObstacle | null = null) => ({
  status,
  quantity: 2,
  held: 0,
  picked: 2,
  returned,
  short: 0,
  to_return: 0,
  shipment_ended_at: null as string | null,
  lines: [{ picks: [{ obstacle }] }] as PickListDetails['lines'],
})

it('follows the status', () => {
  expect(nextStep(list(PickListStatus.Allocated, 0))).toBe(PickListStatus.Allocated)
  expect(nextStep(list(PickListStatus.Picked, 1))).toBe(PickListStatus.Picked)
})

it('leads on when all goods came back', () => {
  expect(nextStep(list(PickListStatus.Picked, 2))).toBe('returned')
  expect(nextStep(list(PickListStatus.Allocated, 2))).toBe('returned')
  expect(nextStep(list(PickListStatus.Cancelled, 2))).toBe(PickListStatus.Cancelled)
})

it('asks for goods of a cancelled shipment to be put back', () => {
  for (const status of [PickListStatus.Picked, PickListStatus.Packed]) {
    expect(nextStep({ ...list(status, 1), to_return: 1 })).toBe('toReturn')
  }
})

it('has nothing left once the goods of a cancelled shipment are back', () => {
  const ended = { ...list(PickListStatus.Packed, 2), shipment_ended_at: '2026-11-30T10:00:00Z' }
  expect(nextStep(ended)).toBe('allBack')
})

it('asks for the items of a shipment to follow what came back after packing', () => {
  expect(nextStep(list(PickListStatus.Packed, 1))).toBe('unpacked')
  expect(nextStep({ ...list(PickListStatus.Packed, 1), short: 1 })).toBe(PickListStatus.Packed)
  expect(nextStep(list(PickListStatus.Packed, 0))).toBe(PickListStatus.Packed)
})

it('says that held goods can no longer be picked', () => {
  expect(nextStep(list(PickListStatus.Allocated, 0, 'hold'))).toBe('keptBack')
})
