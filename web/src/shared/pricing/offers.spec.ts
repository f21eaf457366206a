import { expect, it } from 'vitest'
import type { QuoteOffer } from '@/api/schema'
import { marksOf } from './offers'

const offer = (service_id: string, amount: string | null, transit_max_days: number | null) =>
  ({
    service_id,
    total: amount === null ? null : { amount, currency: 'USD' },
    transit_min_days: null,
    transit_max_days,
  }) as QuoteOffer

it('names the lowest price and the shortest transit among those that take the shipment', () => {
  const marks = marksOf([offer('slow', '9.90', 20), offer('quick', '30.00', 3), offer('refused', null, 1)])
  expect(marks).toEqual(
    new Map([
      ['slow', ['cheapest']],
      ['quick', ['fastest']],
    ]),
  )
})

it('names none where there is nothing to compare', () => {
  expect(marksOf([offer('only', '9.90', 20), offer('refused', null, 1)]).size).toBe(0)
  expect(marksOf([offer('a', '9.90', null), offer('b', '9.90', null)]).size).toBe(0)
})
