import { expect, it } from 'vitest'
import type { ReportGroup } from '@/api/schema'
import { chartPoints, mainMeasure } from './chart-points'

const group = (name: string, rows: number, amount = '0'): ReportGroup => ({
  name,
  rows,
  totals: [
    { column: 'total', currency: 'BRL', amount },
    { column: 'total', currency: 'USD', amount: '1' },
  ],
})

it('draws the sum in one currency', () => {
  const points = chartPoints([group('A', 3, '10.5')], { column: 'total', currency: 'BRL' }, false, 'Others')
  expect(points).toEqual([{ name: 'A', value: 10.5 }])
})

it('shows the eleven largest groups and the others as one', () => {
  const groups = Array.from({ length: 20 }, (_, at) => group(`G${at}`, at + 1))
  const points = chartPoints(groups, undefined, false, 'Others')
  expect(points).toHaveLength(12)
  expect(points[0]).toEqual({ name: 'G19', value: 20 })
  expect(points.at(-1)).toEqual({ name: 'Others', value: 45 })
})

it('keeps all days', () => {
  const groups = Array.from({ length: 31 }, (_, at) => group(`2026-10-${at + 1}`, 1))
  expect(chartPoints(groups, undefined, true, 'Others')).toHaveLength(31)
})

it('draws what the rows are about, not their number, where that says little', () => {
  const measures = ['deposits', 'closing', 'closing'].map((column, at) => ({
    value: at,
    measure: { column, currency: at < 2 ? 'BRL' : 'USD' },
  }))
  expect(mainMeasure('wallets', measures)?.value).toBe(1)
  expect(mainMeasure('levels', measures)).toBeUndefined()
  expect(mainMeasure('shipments', measures)).toBeUndefined()
})
