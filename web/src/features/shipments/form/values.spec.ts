import { describe, expect, it } from 'vitest'
import { ApiError, applyServerErrors } from '@/api/errors'
import type { Shipment } from '@/api/schema'
import { i18n } from '@/i18n'
import { mergeTyped } from '@/ui/form/merge-typed'
import { missingOf } from './missing'
import { shipmentErrors } from './rules'
import { itemsTotal, parcelTotals, volumetricWeight, WITHOUT_SERVICE, weights } from './totals'
import { emptyItem, emptyParcel, emptyShipment, inOrder, inputOf, valuesOf } from './values'

const blank = () => emptyShipment('BRL', 32)
const needsOf = (country: number | null) => ({
  document: country === 32,
  postcode: false,
  state: false,
  phone: false,
})
const errorsOf = (changes: Partial<ReturnType<typeof blank>>) =>
  shipmentErrors({ ...blank(), ...changes }, i18n.getFixedT('en', ['codes', 'common']) as never)

describe('what is sent', () => {
  it('leaves out what only the form needs, and parcels nobody filled in', () => {
    const input = inputOf({ ...blank(), parcels: [emptyParcel(), { ...emptyParcel(), weight_g: 500 }] })
    expect(input).not.toHaveProperty('client_label')
    expect(input).not.toHaveProperty('version')
    expect(input.parcels).toEqual([
      {
        length_mm: null,
        width_mm: null,
        height_mm: null,
        weight_g: 500,
        size_unit: null,
        weight_unit: null,
      },
    ])
    expect(input.items).toEqual([])
  })
})

it('a weight that nobody declared is left to the parcels', () => {
  const parcels = [{ weight_g: 1200 }, { weight_g: 800 }]
  const declaredOf = (declared_weight_g: number | null) =>
    valuesOf({ parcels, items: [], declared_weight_g } as unknown as Shipment).declared_weight_g
  expect(declaredOf(2000)).toBeNull()
  expect(declaredOf(2500)).toBe(2500)
  expect(declaredOf(null)).toBeNull()
})

it('rows nobody filled in go to the end, and none is lost', () => {
  const [blank1, item] = [emptyItem(), { ...emptyItem(), description: 'Coffee' }]
  expect(inOrder({ ...blank(), items: [blank1, item] }).items).toEqual([item, blank1])
})

describe('rules', () => {
  it('takes a CNPJ with letters for a company, and refuses it for a person', () => {
    const document = { from_document: '12ABC34501DE35' }
    expect(errorsOf({ ...document, from_person_type: 2 })).toEqual({})
    expect(errorsOf(document)).toEqual({ from_document: 'Invalid CPF.' })
  })

  it('takes any document abroad, and a passport at home', () => {
    expect(errorsOf({ to_document: 'X1', to_country_id: 1 })).toEqual({})
    expect(errorsOf({ from_document: 'X1', from_document_type: 2 })).toEqual({})
  })

  it('names the row of an item that is wrong', () => {
    const item = { ...emptyItem(), description: 'Coffee', hs_code: '0901.2' }
    expect(errorsOf({ items: [item, { ...emptyItem(), sku: 'A' }, emptyItem()] })).toEqual({
      'items.0.hs_code': 'An HS code has 6 to 10 digits.',
      'items.1.description': 'Required field.',
    })
  })

  it('lists what shipping still needs as the server does', () => {
    const values = blank()
    expect(missingOf(values, needsOf)).toContain('declared_weight_g')
    expect(missingOf({ ...values, parcels: [{ ...emptyParcel(), weight_g: 1 }] }, needsOf)).not.toContain(
      'declared_weight_g',
    )
    expect(missingOf({ ...values, from_name: '  ' }, needsOf)).toContain('from_name')
    expect(missingOf(values, needsOf)).toContain('items')
  })

  it('asks for the document of a recipient where the country needs it, and nowhere else', () => {
    const values = blank()
    expect(missingOf({ ...values, to_country_id: 32 }, needsOf)).toContain('to_document')
    expect(missingOf({ ...values, to_country_id: 32, to_document: '52998224725' }, needsOf)).not.toContain(
      'to_document',
    )
    expect(missingOf({ ...values, to_country_id: 1 }, needsOf)).not.toContain('to_document')
  })
})

describe('refusals of the server', () => {
  it('land on the field of their row', () => {
    const seen: Record<string, string> = {}
    const problem = {
      errors: { 'items.0.hs_code': [{ code: 'invalid_hs_code', params: {}, message: 'x' }] },
    }
    applyServerErrors(
      { setErrors: (errors) => Object.assign(seen, errors) },
      new ApiError(422, problem as never),
    )
    expect(seen).toEqual({ 'items.0.hs_code': 'An HS code has 6 to 10 digits.' })
  })
})

describe('totals', () => {
  const parcel = { ...emptyParcel(), length_mm: 600, width_mm: 400, height_mm: 300, weight_g: 1_200 }

  it('weigh by volume as the server does', () => {
    const rule = WITHOUT_SERVICE
    expect(volumetricWeight(parcel, rule)).toBe(12_000)
    expect(volumetricWeight({ ...parcel, length_mm: null }, rule)).toBeNull()
    expect(parcelTotals([parcel, parcel], rule)).toEqual({ weight: 2_400, volumetric: 24_000 })
    expect(parcelTotals([emptyParcel()], rule)).toEqual({ weight: null, volumetric: null })
  })

  it('go by the divisor and the step of the service', () => {
    const rule = { divisor: 5000, step: 500 }
    expect(weights([parcel], null, rule)).toEqual({ declared: 1_200, volumetric: 14_400, chargeable: 14_500 })
    expect(weights([parcel], 20_100, rule)).toMatchObject({ declared: 20_100, chargeable: 20_500 })
    expect(weights([], null, rule)).toEqual({ declared: null, volumetric: null, chargeable: null })
  })

  it('count in cents', () => {
    const item = { ...emptyItem(), quantity: '3', unit_value: '0.10' }
    expect(itemsTotal([item, item])).toBe('0.60')
    expect(itemsTotal([emptyItem()])).toBeNull()
    const thirds = { ...emptyItem(), quantity: '3', unit_value: '14.4332' }
    const sums = ['USD', 'JPY', 'KWD'].map((currency) => itemsTotal([thirds, thirds], currency))
    expect(sums).toEqual(['86.60', '86', '86.600'])
    expect(itemsTotal([{ ...emptyItem(), quantity: '1', unit_value: '1.005' }], 'USD')).toBe('1.01')
  })
})

describe('when somebody else saved first', () => {
  it('keeps what was typed and takes the rest', () => {
    const base = { ...blank(), to_city: 'Recife', version: 1 }
    const typed = { ...base, to_name: 'Ana' }
    const newest = { ...base, to_city: 'Olinda', version: 2 }
    expect(mergeTyped(base, typed, newest)).toMatchObject({ to_name: 'Ana', to_city: 'Olinda', version: 2 })
  })
})
