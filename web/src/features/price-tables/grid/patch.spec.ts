import { describe, expect, it } from 'vitest'
import { applied, difference, isEmpty, repeatedRows } from './patch'
import type { Cell } from './price'
import { edited, NO_EDITS, type Sheet, withBands, withoutBands, withZones } from './sheet'

const price = (amount: string): Cell => ({ method: 'cell', amount })

const sheet = (codes: string[], rows: Record<string, (string | null)[]>): Sheet => ({
  zones: codes.map((code) => ({ key: code, code })),
  bands: Object.entries(rows)
    .map(([upTo, amounts]) => ({
      key: upTo,
      upTo,
      cells: amounts.map((amount) => (amount === null ? null : price(amount))),
    }))
    .sort((a, b) => Number(a.upTo) - Number(b.upTo)),
})

const BASE = sheet(['A', 'B'], { 1: ['10', '20'], 2: ['11', null] })

const change = (from: Sheet, row: number, col: number, cell: Cell) =>
  edited(from, { ...NO_EDITS, cells: [{ row, col, cell }] })

const texts = ({ zones, bands }: Sheet) => [
  zones.map(({ code }) => code),
  ...bands.map(({ upTo, cells }) => [upTo, ...cells.map((cell) => cell && 'amount' in cell && cell.amount)]),
]

describe('a patch', () => {
  it('has only the cells that differ', () => {
    const now = change(change(BASE, 0, 0, price('9')), 0, 1, null)
    expect(difference(BASE, now).cells).toEqual([
      { zone: 'A', upTo: '1', price: price('9') },
      { zone: 'B', upTo: '1', price: null },
    ])
  })

  it('of a change that is taken back is empty', () => {
    const there = change(BASE, 0, 0, price('9'))
    expect(isEmpty(difference(BASE, change(there, 0, 0, price('10.00'))))).toBe(true)
  })

  it('names new and removed zones and weights', () => {
    const named = { ...NO_EDITS, steps: [{ row: 1, step: '5' }] }
    const now = edited(withBands(withoutBands(withZones(BASE, ['C']), 0, 0), 1, 1), named)
    expect(difference(BASE, now)).toEqual({
      zonesAdded: ['C'],
      zonesRemoved: [],
      bandsAdded: ['5'],
      bandsRemoved: ['1'],
      cells: [],
    })
  })

  it('moves the prices of a weight that is corrected', () => {
    const now = edited(BASE, { ...NO_EDITS, steps: [{ row: 1, step: '2.5' }] })
    const { bandsAdded, bandsRemoved, cells } = difference(BASE, now)
    expect([bandsAdded, bandsRemoved]).toEqual([['2.5'], ['2']])
    expect(cells).toEqual([{ zone: 'A', upTo: '2.5', price: price('11') }])
  })

  it('leaves out what cannot be read', () => {
    expect(isEmpty(difference(BASE, change(BASE, 1, 1, { unread: 'ask' })))).toBe(true)
  })

  it('is laid over what somebody else saved', () => {
    const mine = difference(BASE, change(BASE, 0, 0, price('9')))
    const theirs = sheet(['A', 'B', 'C'], {
      1: ['10', '21', '5'],
      1.5: ['7', '7', '7'],
      2: ['11', null, null],
    })
    expect(texts(applied(theirs, mine))).toEqual([
      ['A', 'B', 'C'],
      ['1', '9', '21', '5'],
      ['1.5', '7', '7', '7'],
      ['2', '11', null, null],
    ])
  })

  it('laid over the sheet it began with gives the same prices', () => {
    const named = { ...NO_EDITS, steps: [{ row: 2, step: '0.5' }] }
    const now = change(edited(withBands(withZones(BASE, ['C']), 2, 1), named), 2, 2, price('3'))
    expect(texts(applied(BASE, difference(BASE, now)))).toEqual([
      ['A', 'B', 'C'],
      ['0.5', null, null, '3'],
      ['1', '10', '20', null],
      ['2', '11', null, null],
    ])
  })
})

it('a weight that stands twice is found', () => {
  const twice = edited(BASE, { ...NO_EDITS, steps: [{ row: 1, step: '1' }] })
  expect(repeatedRows(twice)).toEqual([1])
})
