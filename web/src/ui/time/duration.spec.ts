import { expect, it } from 'vitest'
import { duration } from './duration'

it('shows the two largest units', () => {
  expect(duration(0, 'en')).toBe('0m')
  expect(duration(45.9, 'en')).toBe('45m')
  expect(duration(125, 'en')).toBe('2h 5m')
  expect(duration(60, 'en')).toBe('1h')
  expect(duration(2 * 24 * 60 + 3 * 60 + 10, 'en')).toBe('2d 3h')
})
