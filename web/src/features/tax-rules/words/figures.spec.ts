import { expect, it } from 'vitest'
import { dayAfter, fractionOf, percentOf, plain, sumOf } from './figures'

it('a rate is typed in per cent and sent as an exact fraction', () => {
  const pairs = [
    ['17', '0.17'],
    ['0.3464', '0.003464'],
    ['9.975', '0.09975'],
    ['100', '1'],
    ['250', '2.5'],
    ['0', '0'],
    ['5', '0.05'],
  ] as const
  for (const [percent, fraction] of pairs) {
    expect(fractionOf(percent)).toBe(fraction)
    expect(percentOf(fraction)).toBe(percent)
  }
  expect(percentOf('0.600000')).toBe('60')
  expect(fractionOf('60.')).toBe('0.6')
})

it('zeros at the end of a decimal are left out', () => {
  expect(['30.0000', '0.5000', '100', '1.05'].map(plain)).toEqual(['30', '0.5', '100', '1.05'])
})

it('amounts are added exactly', () => {
  expect(sumOf(['0.10', '0.20'])).toBe('0.30')
  expect(sumOf(['30.00', '26.63', '1.5'])).toBe('58.13')
  expect(sumOf(['1450', '20'])).toBe('1470')
  expect(sumOf([])).toBe('0')
})

it('the next rule begins the day after the last one', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2028-02-28')).toBe('2028-02-29')
})
