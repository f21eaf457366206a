import { expect, it } from 'vitest'
import { joinStreet } from './street'

it('street and number stand as their country writes them', () => {
  expect(joinStreet('US', 'Main Street', '100')).toBe('100 Main Street')
  expect(joinStreet('DE', 'Torstraße', '44')).toBe('Torstraße 44')
  expect(joinStreet('BR', 'Rua São Bento', '99')).toBe('Rua São Bento, 99')
  expect(joinStreet('', 'Rua São Bento', '99')).toBe('Rua São Bento, 99')
  expect(joinStreet('FR', 'rue de Rivoli', null)).toBe('rue de Rivoli')
})
