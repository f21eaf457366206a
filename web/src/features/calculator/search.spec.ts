import { expect, it } from 'vitest'
import { searchOf, validateCalculator, valuesOf } from './search'
import { type CalculatorValues, emptyParcel, emptyValues, inputOf, type ParcelValues } from './values'

const BRAZIL = 32
const UNITED_STATES = 238
const empty = emptyValues('BRL', BRAZIL)

const parcel = { ...emptyParcel(), pieces: 2, length: 304.8, width: 200, height: 100, weight: 1500 }
const values: CalculatorValues = {
  ...empty,
  destination: { ...empty.destination, country_id: UNITED_STATES, postcode: '00501' },
  declared_value: '19.90',
  incoterm: 'DDP',
  parcels: [parcel, { ...emptyParcel(), weight: 454 }],
}
const withoutKeys = (rows: ParcelValues[]) => rows.map(({ key, ...row }) => row)

it('keeps what was calculated in the address', () => {
  const search = searchOf(values)
  expect(search.parcels).toBe('2x304.8x200x100x1500,1xxxx454')
  const again = valuesOf(validateCalculator(search), empty)
  expect({ ...again, parcels: withoutKeys(again.parcels) }).toEqual({
    ...values,
    parcels: withoutKeys(values.parcels),
  })
})

it('takes nothing from an address that it does not understand', () => {
  const wrong = { to_country: 'x', currency: '<b>', declared_value: '1e9', parcels: 'drop', pickup: '1' }
  expect(validateCalculator(wrong)).toEqual({})
})

it('sends weights and sizes in the units of the reader', () => {
  const [metric] = inputOf(values, { weightUnit: 10, sizeUnit: 10 }).parcels
  expect(metric).toMatchObject({ weight: '1.5', weight_unit: 'kg', length: '30.48', size_unit: 'cm' })
  const [imperial, light] = inputOf(values, { weightUnit: 20, sizeUnit: 20 }).parcels
  expect(imperial).toMatchObject({ weight: '3.31', weight_unit: 'lb', length: '12', size_unit: 'in' })
  expect(light).toMatchObject({ pieces: 1, weight: '1', length: null })
})
