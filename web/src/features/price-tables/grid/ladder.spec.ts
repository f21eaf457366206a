import { expect, it } from 'vitest'
import { readStep } from './ladder'

it.each([
  ['500g', 'g', '500'],
  ['500g', 'kg', '0.5'],
  ['0.5 kg', 'kg', '0.5'],
  ['up to 2 kg', 'kg', '2'],
  ['até 30', 'kg', '30'],
  ['0.5 – 1', 'kg', '1'],
  ['0.5 kg - 1 kg', 'kg', '1'],
  ['≤ 70 lb', 'lb', '70'],
  ['1,000 g', 'kg', '1'],
])('%s is a step of %s', (text, unit, expected) => {
  expect(readStep(text, unit, '.')).toBe(expected)
})

it.each(['', 'zone 1', '0', '-1', '30+', '1 lb', '5 boxes'])('%s is no step in kilograms', (text) => {
  expect(readStep(text, 'kg', '.')).toEqual({ unread: text })
})
