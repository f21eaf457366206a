import { expect, it } from 'vitest'
import type { HsCode } from '@/api/schema'
import { patchOf } from './earlier-item'
import { emptyItem } from './values'

const mug: HsCode = {
  code: '691200',
  name_locale: null,
  description: 'Ceramic mug',
  origin_country_id: 32,
  unit: 'pcs',
  unit_value: '64.95',
  currency: 'BRL',
  net_weight_g: 450,
}

const free = { currency: 'BRL', priced: false }

it('an earlier item fills in what customs want, by the quantity of now', () => {
  expect(patchOf({ ...emptyItem(), quantity: '3' }, mug, free)).toEqual({
    hs_code: '691200',
    description: 'Ceramic mug',
    origin_country_id: 32,
    unit: 'pcs',
    unit_value: '64.95',
    net_weight_g: 1350,
  })
})

it('what somebody typed stays', () => {
  const typed = {
    description: 'Blue mug',
    unit: 'box',
    unit_value: '70',
    net_weight_g: 500,
    origin_country_id: 81,
  }
  expect(patchOf({ ...emptyItem(), ...typed }, mug, free)).toEqual({ hs_code: '691200' })
})

it('a value of another currency, or beside a price that stands, is none', () => {
  expect(patchOf(emptyItem(), mug, { ...free, currency: 'USD' })).not.toHaveProperty('unit_value')
  expect(patchOf(emptyItem(), mug, { ...free, priced: true })).not.toHaveProperty('unit_value')
})
