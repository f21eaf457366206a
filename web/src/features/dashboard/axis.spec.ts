import { expect, it } from 'vitest'
import { LEAST_OF_CLIENT, LEAST_OF_COMPANY, topOf } from './axis'

it('reaches at least 600 for a company', () => {
  expect(topOf([], LEAST_OF_COMPANY)).toBe(600)
  expect(topOf([0, 12, 599], LEAST_OF_COMPANY)).toBe(600)
})

it('reaches at least 10 for a client', () => {
  expect(topOf([], LEAST_OF_CLIENT)).toBe(10)
  expect(topOf([0, 12], LEAST_OF_CLIENT)).toBe(15)
})

it('ends with a round number above the highest figure', () => {
  expect(topOf([601], LEAST_OF_COMPANY)).toBe(650)
  expect(topOf([83_411], LEAST_OF_COMPANY)).toBe(85_000)
  expect(topOf([100_000], LEAST_OF_COMPANY)).toBe(100_000)
})
