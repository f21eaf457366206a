import { expect, it } from 'vitest'
import { topOf } from './axis'

it('reaches at least 600', () => {
  expect(topOf([])).toBe(600)
  expect(topOf([0, 12, 599])).toBe(600)
})

it('ends with a round number above the highest figure', () => {
  expect(topOf([601])).toBe(650)
  expect(topOf([83_411])).toBe(85_000)
  expect(topOf([100_000])).toBe(100_000)
})
