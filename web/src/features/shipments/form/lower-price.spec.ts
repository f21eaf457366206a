import { expect, it } from 'vitest'
import { lowerPriceOf } from './lower-price'

const brl = (amount: string) => ({ amount, currency: 'BRL' })

it('a lower price gives its difference back', () => {
  const found = lowerPriceOf({ charged: brl('100.00'), returnable: brl('100.00') }, brl('70.25'))
  expect(found).toMatchObject({ isLess: false, back: found?.fall })
  expect(Number(found?.fall.amount)).toBe(29.75)
})

it('no more goes back than credit notes have left', () => {
  const found = lowerPriceOf({ charged: brl('100.00'), returnable: brl('15.00') }, brl('70.00'))
  expect(found).toMatchObject({ isLess: true, back: brl('15.00') })
})

it('a price that is not lower gives nothing back', () => {
  const money = { charged: brl('100.00'), returnable: brl('100.00') }
  expect(lowerPriceOf(money, brl('100.00'))).toBeUndefined()
  expect(lowerPriceOf(money, brl('120.00'))).toBeUndefined()
  expect(lowerPriceOf(money, { amount: '1.00', currency: 'USD' })).toBeUndefined()
})
