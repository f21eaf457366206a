import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { ReweighStatus } from '@/api/schema'
import { reweighWord } from './status'

const t = ((key: string) => key) as unknown as TFunction<'reweighs'>

it('a disputed weighing waits for a decision and no longer for its client', () => {
  const held = { status: ReweighStatus.Held, verdict: 'held_confirm', outcome: null } as const
  expect(reweighWord(held, t)).toBe('verdict.held_confirm')
  expect(reweighWord({ ...held, status: ReweighStatus.Disputed }, t)).toBe('waitsForDecision')
  expect(reweighWord({ ...held, status: ReweighStatus.Settled, outcome: 'upheld' }, t)).toBe('outcome.upheld')
})
