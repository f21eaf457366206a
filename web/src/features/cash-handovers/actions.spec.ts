import { expect, it } from 'vitest'
import { type CashHandover, CashHandoverStatus, type Profile } from '@/api/schema'
import { entryOf } from '@/blocks/record-actions'
import { cashHandoverActions } from './actions'

const difference = {
  id: '7',
  status: CashHandoverStatus.Difference,
  can: { decide: false },
} as unknown as CashHandover

const reasons = (can: Profile['can'], switched?: string) =>
  cashHandoverActions(((key: string) => key) as never, can, switched).flatMap((action) => {
    const entry = entryOf(action as never, difference, () => undefined)
    return entry?.refused ? [entry.refused] : []
  })

it('who may decide differences reads why not this one', () => {
  const can = { 'cash_handover.decide': true } as Profile['can']
  expect(reasons(can)).toEqual(['decide.thirdPerson'])
  expect(reasons(can, 'Switch back first.')).toEqual(['Switch back first.'])
})

it('who may not decide is told nothing', () => {
  expect(reasons({} as Profile['can'])).toEqual([])
})
