import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { RecipientNeeds } from '@/api/usePlaces'
import { missingOf } from './missing'
import {
  emptyItem,
  emptyParcel,
  emptyShipment,
  type ItemRow,
  type ParcelRow,
  type ShipmentValues,
} from './values'

type Form = Partial<Omit<ShipmentValues, 'parcels' | 'items'>> & {
  parcels?: Partial<ParcelRow>[]
  items?: Partial<ItemRow>[]
}
type Case = { name: string; changes: Form; needs: (keyof RecipientNeeds)[]; missing: string[] }

const FILE = JSON.parse(readFileSync('../openapi/missing-fields.json', 'utf8')) as {
  complete: Form
  cases: Case[]
}

function valuesOf(changes: Form): ShipmentValues {
  const { parcels = [], items = [], ...fields } = { ...FILE.complete, ...changes }
  return {
    ...emptyShipment('USD', 238),
    ...fields,
    parcels: parcels.map((parcel) => ({ ...emptyParcel(), ...parcel })),
    items: items.map((item) => ({ ...emptyItem(), ...item })),
  }
}

const NOTHING: RecipientNeeds = { document: false, postcode: false, state: false, phone: false }

it.each(FILE.cases)('$name: the same as on the server', ({ changes, needs, missing }) => {
  const needed = { ...NOTHING, ...Object.fromEntries(needs.map((name) => [name, true])) }
  expect(missingOf(valuesOf(changes), () => needed).toSorted()).toEqual(missing.toSorted())
})

it('a row that nobody filled in asks for nothing, and keeps the numbers of the others', () => {
  const values = valuesOf({ items: [{}, { description: 'Mug', unit_value: '10', hs_code: '691200' }] })
  expect(missingOf(values, () => NOTHING)).toEqual(['items.1.net_weight_g', 'items.1.origin_country_id'])
})
