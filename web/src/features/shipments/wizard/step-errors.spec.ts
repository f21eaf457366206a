import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { emptyParcel, emptyShipment } from '../form/values'
import { metFields, stepErrors } from './step-errors'

const t = ((key: string) => key) as unknown as TFunction<['codes', 'common']>
const BRAZIL = 32
const NOTHING = () => ({ document: false, postcode: false, state: false, phone: false })

it('asks in each step only for its own fields', () => {
  const values = { ...emptyShipment('USD', BRAZIL), to_email: 'nowhere', parcels: [emptyParcel()] }
  expect(Object.keys(stepErrors(values, 'origin', t, NOTHING))).toEqual([
    'from_name',
    'from_address_1',
    'from_city',
  ])
  expect(stepErrors(values, 'destination', t, NOTHING)).toMatchObject({ to_email: 'codes:invalid_email' })
  expect(Object.keys(stepErrors(values, 'packages', t, NOTHING))).toEqual([
    'parcels.0.weight_g',
    'contents_type',
    'items.0.description',
    'declared_value',
  ])
  expect(Object.keys(stepErrors(values, 'service', t, NOTHING))).toEqual(['service_id'])
  expect(stepErrors(values, 'review', t, NOTHING)).toEqual({})
})

it('a weight that stands in another field is asked for no longer', () => {
  const parcels = [{ ...emptyParcel(), weight_g: null }]
  const values = { ...emptyShipment('USD', BRAZIL), parcels }
  const told = stepErrors(values, 'packages', t, NOTHING)
  const left = stepErrors({ ...values, declared_weight_g: 1200 }, 'packages', t, NOTHING)
  expect(metFields(told, left, 'codes:required')).toEqual(['parcels.0.weight_g'])
  expect(metFields({ 'parcels.0.weight_g': 'Too heavy' }, left, 'codes:required')).toEqual([])
})
