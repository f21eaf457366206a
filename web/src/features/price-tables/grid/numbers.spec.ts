import { expect, it } from 'vitest'
import { isNotOffered, type Mark, markOf, readNumber, withoutCurrency } from './numbers'

it('a blank or a dash is not offered, a zero is a number', () => {
  for (const text of ['', '  ', '-', '—', 'N/A', 'n.a.', '#N/A', '\u00a0', 'Not offered']) {
    expect(isNotOffered(text), text).toBe(true)
  }
  for (const text of ['0', '0.00', '-5']) expect(isNotOffered(text), text).toBe(false)
})

it.each<[string, Mark, string | undefined]>([
  ['1,234.50', '.', '1234.5'],
  ['1.234,50', ',', '1234.5'],
  ['1\u2009234,5', ',', '1234.5'],
  ['1\u202f234', ',', '1234'],
  ["1'234.50", '.', '1234.5'],
  ['007', '.', '7'],
  ['0.500', '.', '0.5'],
  ['12,50', '.', undefined],
  ['1,23,456', '.', undefined],
  ['1.2.3', '.', undefined],
  ['1O5.20', '.', undefined],
  ['12 50', '.', undefined],
  ['.5', '.', undefined],
  ['1234567890123456789', '.', undefined],
])('%s with %s is %s', (text, mark, expected) => {
  expect(readNumber(text, mark)).toBe(expected)
})

it.each<[string[], number, Mark]>([
  [['9,18', '10,40'], 2, ','],
  [['9.18', '1,234.00'], 2, '.'],
  [['1.234,00'], 2, ','],
  [['1,450', '1,900'], 0, '.'],
  [['1.450', '1.900'], 0, ','],
  [['1.005', '12.250'], 3, '.'],
  [['0,500'], 2, ','],
  [['4.125/kg', '3.875/kg'], 2, '.'],
  [['4,125 / kg'], 2, ','],
])('the numbers %s of a currency with %s decimals have the mark %s', (texts, decimals, mark) => {
  expect(markOf(texts, decimals, mark === '.' ? ',' : '.')).toBe(mark)
})

it('without any mark the reader decides', () => {
  expect(markOf(['1450', '-'], 2, ',')).toBe(',')
})

it('the currency of the table is read over, another one is refused', () => {
  expect(withoutCurrency('US$ 43.55', 'USD')).toBe('43.55')
  expect(withoutCurrency('$43.55', 'CAD')).toBe('43.55')
  expect(withoutCurrency('43.55 usd', 'USD')).toBe('43.55')
  expect(withoutCurrency('1 450円', 'JPY')).toBe('1 450')
  expect(withoutCurrency('€ 12.50', 'USD')).toBeUndefined()
  expect(withoutCurrency('EUR 12.50', 'USD')).toBeUndefined()
})
