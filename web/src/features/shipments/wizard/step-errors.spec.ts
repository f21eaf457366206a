import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { emptyParcel, emptyShipment } from '../form/values'
import { stepErrors } from './step-errors'

const t = ((key: string) => key) as unknown as TFunction<['codes', 'common']>
const BRAZIL = 32

it('asks in each step only for its own fields', () => {
  const values = { ...emptyShipment('USD', BRAZIL), to_email: 'nowhere', parcels: [emptyParcel()] }
  expect(Object.keys(stepErrors(values, 'origin', t, () => false))).toEqual([
    'from_name',
    'from_address_1',
    'from_city',
  ])
  expect(stepErrors(values, 'destination', t, () => false)).toMatchObject({ to_email: 'codes:invalid_email' })
  expect(Object.keys(stepErrors(values, 'packages', t, () => false))).toEqual([
    'parcels.0.weight_g',
    'contents_type',
    'items.0.description',
    'declared_value',
  ])
  expect(Object.keys(stepErrors(values, 'service', t, () => false))).toEqual(['service_id'])
  expect(stepErrors(values, 'review', t, () => false)).toEqual({})
})
