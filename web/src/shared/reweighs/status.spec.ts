import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { ReweighStatus } from '@/api/schema'
import { isLessBack, reweighWord } from './status'

const t = ((key: string) => key) as unknown as TFunction<'reweighs'>

it('a disputed weighing waits for a decision and no longer for its client', () => {
  const held = { status: ReweighStatus.Held, verdict: 'held_confirm', outcome: null } as const
  expect(reweighWord(held, t)).toBe('verdict.held_confirm')
  expect(reweighWord({ ...held, status: ReweighStatus.Disputed }, t)).toBe('waitsForDecision')
  expect(reweighWord({ ...held, status: ReweighStatus.Settled, outcome: 'upheld' }, t)).toBe('outcome.upheld')
})

it('less goes back than the price fell where credit notes gave back a part before', () => {
  const refunded = {
    verdict: 'refunded',
    total_before: '90.00',
    total_after: '60.10',
    difference: '-29.90',
  } as const
  expect(isLessBack(refunded)).toBe(false)
  expect(isLessBack({ ...refunded, difference: '-5.00' })).toBe(true)
  expect(isLessBack({ ...refunded, verdict: 'charged', total_after: '95.00', difference: '5.00' })).toBe(
    false,
  )
})
