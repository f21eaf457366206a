import { expect, it } from 'vitest'
import { type Cell, isSame, type Notation, readCell, writeCell } from './price'

const usd: Notation = { currency: 'USD', decimals: 2, unit: 'kg', mark: '.' }
const brl: Notation = { currency: 'BRL', decimals: 2, unit: 'kg', mark: ',' }
const yen: Notation = { currency: 'JPY', decimals: 0, unit: 'g', mark: '.' }

const PRICES: [Cell, string][] = [
  [null, ''],
  [{ method: 'cell', amount: '12.5' }, '12.50'],
  [{ method: 'per_unit', amount: '4.1' }, '4.10/kg'],
  [{ method: 'break', amount: '3.205' }, '≥ 3.205/kg'],
  [{ method: 'base_step', amount: '12.5', step: '0.5', step_amount: '1.1' }, '12.50 + 1.10/0.5 kg'],
  [{ unread: 'ask' }, 'ask'],
]

it.each(PRICES)('%o is written as %s and read again', (cell, text) => {
  expect(writeCell(cell, usd)).toBe(text)
  expect(readCell(text, usd)).toEqual(cell)
  expect(readCell(writeCell(cell, brl), brl)).toEqual(cell)
})

it('a price is written in the decimals of its currency', () => {
  expect(writeCell({ method: 'cell', amount: '1450.0000' }, yen)).toBe('1450')
  expect(writeCell({ method: 'cell', amount: '1450' }, brl)).toBe('1450,00')
})

it('a bare amount keeps the method it replaces', () => {
  const before: Cell = { method: 'base_step', amount: '10', step: '1', step_amount: '2' }
  expect(readCell('11', usd, before)).toEqual({ ...before, amount: '11' })
  expect(readCell('11', usd, { method: 'break', amount: '10' })).toEqual({ method: 'break', amount: '11' })
  expect(readCell('11/kg', usd, before)).toEqual({ method: 'per_unit', amount: '11' })
})

it('what is no price stays as it was written', () => {
  for (const text of ['12,5', '-5', '€ 12.50', '12 + 3', '12/lb', '12 + 3/0', 'call']) {
    expect(readCell(text, usd), text).toEqual({ unread: text })
  }
})

it('a zero is a price, a dash is none', () => {
  expect(readCell('0.00', usd)).toEqual({ method: 'cell', amount: '0' })
  expect(readCell('—', usd)).toBeNull()
})

it('two writings of a number are the same price', () => {
  expect(isSame({ method: 'cell', amount: '12.50' }, { method: 'cell', amount: '12.5' })).toBe(true)
  expect(isSame({ method: 'cell', amount: '12.5' }, { method: 'per_unit', amount: '12.5' })).toBe(false)
  expect(isSame(null, { method: 'cell', amount: '0' })).toBe(false)
})
