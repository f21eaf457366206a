import { expect, it } from 'vitest'
import { sumsOf } from './sums'

it('amounts add up exactly, each currency for itself', () => {
  const sums = sumsOf([
    { amount: '0.1', currency: 'BRL' },
    { amount: '0.20', currency: 'BRL' },
    { amount: '1000', currency: 'JPY' },
    { amount: '-0.30', currency: 'BRL' },
    { amount: '-0.0001', currency: 'BRL' },
  ])
  expect(sums).toEqual([
    { currency: 'BRL', amount: '-0.0001' },
    { currency: 'JPY', amount: '1000.0000' },
  ])
})
