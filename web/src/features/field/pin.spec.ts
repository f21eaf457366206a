import { expect, it } from 'vitest'
import { isPin, pinOf } from './pin'

it('knows a PIN by its last digit', () => {
  for (const pin of ['123455', '000000', '12 34-55']) expect(isPin(pin)).toBe(true)
  for (const wrong of ['', '12345', '1234555', '123456', '213455']) expect(isPin(wrong)).toBe(false)
  expect(pinOf('12 34-55')).toBe('123455')
  expect(pinOf('１２３４５５')).toBe('123455')
})
