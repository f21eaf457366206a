import { expect, it } from 'vitest'
import { filterByName } from './iata-codes'
import codes from './iata-codes.json'

const found = (list: 'handling' | 'charges', search: string) => {
  const names: Record<string, string> = codes[list]
  const options = Object.keys(names).map((value) => ({ value, label: value }))
  return filterByName(names)({ options, search, limit: 100 }).map((one) => ('value' in one ? one.value : ''))
}

it('a code is found by its letters and by words of its name', () => {
  expect(found('handling', 'ea')).toEqual(expect.arrayContaining(['EAP', 'EAW', 'EAT']))
  expect(found('handling', 'dry ice')).toEqual(['ICE'])
  expect(found('charges', 'Air Waybill Fee')).toEqual(['AW'])
  expect(found('charges', '')).toHaveLength(Object.keys(codes.charges).length)
})
