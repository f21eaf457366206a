import { expect, it } from 'vitest'
import { hiddenFilters, shipmentList } from './list'

const read = (raw: Record<string, unknown>) => shipmentList.validate(raw as never)
const CLIENT = '01a1fe97-a0a6-722d-a411-516bbba73266'

it('takes from the address what it understands, and nothing else', () => {
  const values = read({
    status: '15,7,10',
    client_id: CLIENT,
    service_id: 'x',
    to_country_id: '32',
    source: 's',
  })
  expect(values).toMatchObject({ status: '15,10', client_id: CLIENT, to_country_id: 32, source: 's' })
  expect(values.service_id).toBeUndefined()
  expect(read({ to_country_id: 'BR' }).to_country_id).toBeUndefined()
})

it('counts the filters that only the button tells of', () => {
  expect(hiddenFilters(read({}))).toBe(0)
  expect(hiddenFilters(read({ status: '15', search: 'x' }))).toBe(0)
  expect(hiddenFilters(read({ status: '80,82,84' }))).toBe(0)
  expect(hiddenFilters(read({ status: '15,10', client_id: CLIENT }))).toBe(2)
  expect(hiddenFilters(read({ status: '30', labelled: 'false', on_hold: 'false' }))).toBe(0)
  expect(hiddenFilters(read({ status: '30', labelled: 'true' }))).toBe(2)
  expect(hiddenFilters(read({ due_from: '2026-12-01', due_to: 'soon' }))).toBe(1)
})
