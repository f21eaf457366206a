import { expect, it } from 'vitest'
import type { ReportTotal } from '@/api/schema'
import { lossRatios } from './loss-ratio'

const total = (column: string, currency: string, amount: string): ReportTotal => ({
  column,
  currency,
  amount,
})

it('compares claims with premiums of the same currency', () => {
  const totals = [
    total('insurance', 'BRL', '200.00'),
    total('insurance', 'USD', '80.00'),
    total('insurance', 'EUR', '0.00'),
    total('claimed', 'USD', '70.00'),
    total('decided', 'USD', '20.00'),
  ]
  expect(lossRatios(totals)).toEqual([
    { currency: 'BRL', percent: 0 },
    { currency: 'USD', percent: 25 },
  ])
})

it('there is none while one of the columns is not shown', () => {
  expect(lossRatios([total('insurance', 'USD', '80.00')])).toEqual([])
  expect(lossRatios([total('decided', 'USD', '20.00')])).toEqual([])
})
