import { expect, it } from 'vitest'
import { grantableOf } from './claimable'

const CLAIM = { claimed_amount: '100.00', currency: 'USD' }
const left = (amount: string, currency = 'USD') => ({ amount, currency, of: 'left' }) as const

it('what is granted is at most what was asked for', () => {
  const claimed = { amount: '100.00', currency: 'USD', of: 'claimed' }
  expect(grantableOf(CLAIM, { amount: '120.00', currency: 'USD', of: 'insured' })).toEqual(claimed)
  expect(grantableOf(CLAIM, left('100.00'))).toEqual(claimed)
  expect(grantableOf(CLAIM, undefined)).toEqual(claimed)
})

it('what was paid for the shipment before leaves less', () => {
  expect(grantableOf(CLAIM, left('40.00'))).toEqual(left('40.00'))
  expect(grantableOf(CLAIM, null)).toEqual(left('0'))
  expect(grantableOf(CLAIM, left('40.00', 'BRL'))).toEqual(left('0'))
})
