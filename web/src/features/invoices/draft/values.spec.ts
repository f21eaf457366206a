import { expect, it } from 'vitest'
import { emptyDraft, inputOf, lastMonth, monthsOf } from './values'

it('the last month ends with its last day, also over the end of a year', () => {
  expect(lastMonth('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

it('a new draft takes all that waits until today', () => {
  const draft = emptyDraft({ currency: 'BRL', today: '2026-11-26', client: 'c' })
  expect(draft).toMatchObject({ mode: 'period', period_from: null, period_to: '2026-11-26' })
})

it('charges are counted by month, the oldest first', () => {
  const times = ['2026-11-02T10:00:00Z', '2026-09-30T10:00:00Z', '2026-11-20T10:00:00Z']
  expect(monthsOf(times)).toEqual([
    { month: '2026-09', count: 1 },
    { month: '2026-11', count: 2 },
  ])
})

it('a draft is sent with its period or with the chosen charges, never with both', () => {
  const draft = { ...emptyDraft({ currency: 'BRL', today: '2026-11-26', client: 'c' }), shipment_ids: ['a'] }
  expect(inputOf(draft)).toMatchObject({ period_to: '2026-11-26', shipment_ids: null })
  expect(inputOf({ ...draft, mode: 'chosen' })).toMatchObject({ period_to: null, shipment_ids: ['a'] })
  expect(inputOf({ ...draft, mode: 'own' })).toMatchObject({ period_to: null, shipment_ids: [] })
})
