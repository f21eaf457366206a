import i18n from 'i18next'
import { describe, expect, it } from 'vitest'
import type { AuditChange } from '@/api/schema'
import { createFormat } from '@/ui/format'
import { currencyOf, plainText, readable } from './values'

const format = createFormat({
  locale: 'en-US',
  timeZone: 'UTC',
  currency: 'USD',
  weightUnit: 10,
  sizeUnit: 10,
})

const change = (field: string, after: unknown, more: Partial<AuditChange> = {}): AuditChange => ({
  field,
  before: null,
  after,
  before_name: null,
  after_name: null,
  ...more,
})

const said = (field: string, value: unknown, currency?: string) =>
  plainText({ i18n, format, currency }, field, value)

const ID = '0199d3c2-7c1a-7000-8000-000000000001'

describe('a value of the log', () => {
  it('is written as its kind is', () => {
    expect(said('declared_value', '1200.50', 'BRL')).toBe('R$1,200.50')
    expect(said('declared_value', '1200.5')).toBe('1,200.50')
    expect(said('due_on', '2026-11-25')).toBe('11/25/2026')
    expect(said('parcels.0.weight_g', 1200)).toBe('1.2 kg')
    expect(said('active', true)).toBe('Yes')
    expect(said('profiles', ['Desk', 'Bank'])).toBe('Desk, Bank')
    expect(said('items.0', { quantity: 2, unit_value: '5', note: null })).toMatch(/^Quantity: 2 · .+: 5\.00$/)
  })

  it('of money has the currency that the same entry names', () => {
    expect(currencyOf([change('to_city', 'Recife'), change('currency', 'EUR')])).toBe('EUR')
    expect(currencyOf([change('to_city', 'Recife')])).toBeUndefined()
  })

  it('is left out where it says nothing to people', () => {
    const kept = change('client_id', ID, { after_name: 'Mar Azul' })
    const all = [change('task_id', ID), change('description', ''), change('version', 2), kept]
    expect(readable(all)).toEqual([kept])
  })
})
