import { expect, it } from 'vitest'
import { foreignCities } from './foreign-cities'

it('finds the cities that have no Latin letter', () => {
  expect(foreignCities({ from_city: '深圳市', to_city: 'São Paulo' })).toEqual(['from_city'])
  expect(foreignCities({ from_city: 'Shenzhen 深圳', to_city: 'Москва' })).toEqual(['to_city'])
  expect(foreignCities({ from_city: 'Łódź', to_city: null })).toEqual([])
  expect(foreignCities({ from_city: '-', to_city: '' })).toEqual([])
})
