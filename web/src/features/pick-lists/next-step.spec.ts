import { expect, it } from 'vitest'
import { type PickListDetails, PickListStatus, type StockObstacle } from '@/api/schema'
import { nextStep } from './next-step'

const list = (status: PickListStatus, returned: number, obstacle: StockObstacle | null = null) => ({
  status,
  quantity: 2,
  held: 0,
  picked: 2,
  returned,
  to_return: 0,
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

it('says that held goods can no longer be picked', () => {
  expect(nextStep(list(PickListStatus.Allocated, 0, 'hold'))).toBe('keptBack')
})
