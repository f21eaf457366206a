import { expect, it } from 'vitest'
import type { PriceLine } from '@/api/schema'
import { compared } from './compare'

const line = (code: PriceLine['code'], amount: string, of: string | null = null) =>
  ({ code, of, params: null, amount: { amount, currency: 'USD' } }) as PriceLine

it('puts the lines of both prices beside each other, also those that came or went', () => {
  const old = [line('base', '10.00'), line('surcharge', '2.00', 'REMOTE'), line('insurance', '1.00')]
  const now = [line('base', '12.00'), line('fuel', '1.20'), line('insurance', '1.00')]
  expect(compared(old, now).map(({ line, old, now }) => [line.code, old?.amount, now?.amount])).toEqual([
    ['base', '10.00', '12.00'],
    ['fuel', undefined, '1.20'],
    ['insurance', '1.00', '1.00'],
    ['surcharge', '2.00', undefined],
  ])
})

it('keeps lines of one kind apart', () => {
  const twice = [line('surcharge', '1.00', 'A'), line('surcharge', '2.00', 'A')]
  expect(compared(twice, twice).map(({ old, now }) => [old?.amount, now?.amount])).toEqual([
    ['1.00', '1.00'],
    ['2.00', '2.00'],
  ])
})
