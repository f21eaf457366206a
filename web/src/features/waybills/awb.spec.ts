import { describe, expect, it } from 'vitest'
import { countNumbers, numberText, readSerial, serialText } from './awb'

describe('a number of a waybill', () => {
  it('ends with the remainder of its serial by seven', () => {
    expect([1234567, 1234568, 1234569, 1234570].map(numberText)).toEqual([
      '12345675',
      '12345686',
      '12345690',
      '12345701',
    ])
    // The sum of its digits would give another one.
    expect(numberText(5380627)).toBe('53806270')
  })

  it('keeps the zeros at its beginning', () => {
    expect(serialText(100)).toBe('0000100')
    expect(numberText(100)).toBe('00001002')
    expect(readSerial('0000100')).toBe(100)
  })

  it('is read without its check digit', () => {
    expect(readSerial(' 123 4567 ')).toBe(1234567)
    for (const typed of ['12345675', 'O234567', '', null]) expect(readSerial(typed)).toBeUndefined()
  })
})

it('a range has its first and its last number', () => {
  expect(countNumbers(100, 199)).toBe(100)
  expect(countNumbers(100, 100)).toBe(1)
  expect([countNumbers(200, 199), countNumbers(undefined, 199), countNumbers(100, undefined)]).toEqual([
    0, 0, 0,
  ])
})
