import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Bag, BagStatus } from '@/api/schema'
import { useWhyClosed } from './useWhyClosed'

function whyClosed(status: BagStatus, is_on_issued_waybill = false) {
  const { result } = renderHook(() => useWhyClosed())
  return result.current({ status, is_on_issued_waybill } as Bag)
}

it('an open bag has no reason, and each other state has its own', () => {
  const { Open, Cancelled, Closed, Registering, Manifested, Departed } = BagStatus
  expect(whyClosed(Open)).toBeUndefined()
  const reasons = [Cancelled, Closed, Registering, Manifested, Departed].map((status) => whyClosed(status))
  expect(new Set(reasons).size).toBe(5)
})

it('a bag on an issued waybill comes off it before it is opened again', () => {
  expect(whyClosed(BagStatus.Closed, true)).not.toBe(whyClosed(BagStatus.Closed))
})
