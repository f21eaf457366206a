import { expect, it } from 'vitest'
import { emptyDraft, inputOf, lastMonth } from './values'

it('the last month ends with its last day, also over the end of a year', () => {
  expect(lastMonth('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

it('a draft is sent with its period or with the chosen charges, never with both', () => {
  const draft = { ...emptyDraft({ currency: 'BRL', today: '2026-11-26', client: 'c' }), shipment_ids: ['a'] }
  expect(inputOf(draft)).toMatchObject({ period_from: '2026-10-01', shipment_ids: null })
  expect(inputOf({ ...draft, mode: 'chosen' })).toMatchObject({ period_from: null, shipment_ids: ['a'] })
})
