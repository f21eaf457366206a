import { expect, it } from 'vitest'
import type { TaxRuleRecord } from '@/api/schema'
import { emptyValues, inputOf, nextOf, valuesOf } from './values'

const RULE: TaxRuleRecord = {
  ...inputOf(emptyValues('2026-05-12')),
  id: 'br-ii',
  country: 'BR',
  tax: 'br.ii',
  kind: 'percent_less',
  rate: '0.600000',
  amount: '30.0000',
  limit_from: '50.0000',
  legal_ref: 'Lei 15.502/2026',
  source: 'Receita Federal',
  tax_base: 'goods+freight+insurance',
  own: false,
  changed: false,
  updated_at: null,
  version: 0,
  can: { update: true, delete: false },
}

it('an opened rule is sent back as it was read', () => {
  const { id, own, changed, can, updated_at, version, ...terms } = RULE
  expect(inputOf(valuesOf(RULE))).toEqual({ ...terms, rate: '0.6', amount: '30', limit_from: '50' })
})

it('only the figures of the chosen kind are sent', () => {
  const typed = { ...valuesOf(RULE), minimum: '5', credit: 'br.icms' }
  expect(inputOf({ ...typed, kind: 'exempt' })).toMatchObject({
    rate: null,
    amount: null,
    minimum: null,
    credit: null,
    class: 'duty',
  })
  expect(inputOf({ ...typed, kind: 'flat_per_line' })).toMatchObject({
    rate: null,
    amount: '30',
    minimum: '5',
  })
  expect(inputOf({ ...typed, kind: 'refuse', refusal: 'other_regime' })).toMatchObject({ class: 'gate' })
})

it('the next rule begins after the last day of the present one, or tomorrow', () => {
  expect(nextOf({ ...RULE, valid_to: '2026-12-31' }, '2026-11-25')).toMatchObject({
    valid_from: '2027-01-01',
    valid_to: null,
  })
  expect(nextOf(RULE, '2026-11-25').valid_from).toBe('2026-11-26')
  expect(nextOf({ ...RULE, valid_from: '2027-03-01' }, '2026-11-25').valid_from).toBe('2027-03-02')
})
