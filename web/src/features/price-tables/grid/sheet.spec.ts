import { describe, expect, it } from 'vitest'
import { grows, isTooLarge, pasted, plan } from './paste'
import type { Cell, Notation } from './price'
import { cleared, countUnread, edited, filledDown, LADDER, nextCodes, type Sheet } from './sheet'

const usd: Notation = { currency: 'USD', decimals: 2, unit: 'kg', mark: '.' }
const price = (amount: string): Cell => ({ method: 'cell', amount })

const sheet = (rows: (string | null)[][], codes = ['A', 'B']): Sheet => ({
  zones: codes.map((code) => ({ key: code, code })),
  bands: rows.map(([upTo, ...amounts]) => ({
    key: `b${upTo}`,
    upTo: upTo ?? '',
    cells: amounts.map((amount) => (amount === null ? null : price(amount))),
  })),
})

const amounts = ({ bands }: Sheet) =>
  bands.map(({ upTo, cells }) => [
    upTo,
    ...cells.map((cell) => (cell === null ? null : 'unread' in cell ? cell : cell.amount)),
  ])

const SMALL = sheet([
  ['1', '10', '20'],
  ['2', '11', null],
])

describe('an edit', () => {
  it('changes its rows and shares the others', () => {
    const next = edited(SMALL, { cells: [{ row: 1, col: 1, cell: price('21') }], steps: [] })
    expect(amounts(next)).toEqual([
      ['1', '10', '20'],
      ['2', '11', '21'],
    ])
    expect(next.bands[0]).toBe(SMALL.bands[0])
  })

  it('without a change leaves the sheet itself', () => {
    const cells = [{ row: 0, col: 0, cell: price('10.00') }]
    expect(edited(SMALL, { cells, steps: [{ row: 0, step: '1' }] })).toBe(SMALL)
  })

  it('outside the grid does nothing', () => {
    const cells = [
      { row: 7, col: 0, cell: price('1') },
      { row: 0, col: 7, cell: price('1') },
    ]
    expect(edited(SMALL, { cells, steps: [] })).toBe(SMALL)
  })
})

it('a range is filled down, and cleared', () => {
  const all = { top: 0, left: 0, bottom: 1, right: 1 }
  expect(amounts(edited(SMALL, filledDown(SMALL, all)))[1]).toEqual(['2', '10', '20'])
  expect(amounts(edited(SMALL, cleared({ ...all, left: LADDER })))).toEqual([
    ['1', null, null],
    ['2', null, null],
  ])
})

it('codes go on as they began', () => {
  expect(nextCodes(['A', 'B'], 2)).toEqual(['C', 'D'])
  expect(nextCodes(['1', '2', '9'], 2)).toEqual(['10', '11'])
  expect(nextCodes(['Z08', 'Z09'], 1)).toEqual(['Z10'])
  expect(nextCodes(['EU'], 1)).toEqual(['EU2'])
  expect(nextCodes([], 2)).toEqual(['A', 'B'])
})

describe('a paste', () => {
  it('writes a range and reads what is not offered', () => {
    const paste = plan(SMALL, { row: 0, col: 0 }, [['$1,234.50', '-']], usd)
    expect(grows(paste)).toBe(false)
    expect(amounts(pasted(SMALL, paste))[0]).toEqual(['1', '1234.5', null])
  })

  it('with decimal commas is read by its own mark', () => {
    const paste = plan(SMALL, { row: 0, col: 0 }, [['9,18', '1.450,00']], usd)
    expect(amounts(pasted(SMALL, paste))[0]).toEqual(['1', '9.18', '1450'])
  })

  it('larger than the grid says by how much it grows', () => {
    const paste = plan(
      SMALL,
      { row: 1, col: 1 },
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
      usd,
    )
    expect(paste).toMatchObject({ bands: 2, codes: ['C'] })
    expect(amounts(pasted(SMALL, paste)).slice(1)).toEqual([
      ['2', '11', '1', '2'],
      [{ unread: '' }, null, '3', '4'],
      [{ unread: '' }, null, '5', '6'],
    ])
  })

  it('of a whole table makes zones and weights', () => {
    const table = [
      ['kg', '1', '2'],
      ['0.5', '10', ''],
      ['1 kg', '12', '15'],
    ]
    const paste = plan({ zones: [], bands: [] }, { row: 0, col: 0 }, table, usd)
    expect(paste).toMatchObject({ bands: 2, codes: ['1', '2'] })
    expect(amounts(pasted({ zones: [], bands: [] }, paste))).toEqual([
      ['0.5', '10', null],
      ['1', '12', '15'],
    ])
  })

  it('of a whole table finds its zones by their codes', () => {
    const paste = plan(
      SMALL,
      { row: 0, col: LADDER },
      [
        ['kg', 'B', 'C'],
        ['1', '99', '98'],
      ],
      usd,
    )
    expect(paste.codes).toEqual(['C'])
    expect(amounts(pasted(SMALL, paste))[0]).toEqual(['1', '10', '99', '98'])
  })

  it('keeps texts that are no prices, to be corrected', () => {
    const after = pasted(SMALL, plan(SMALL, { row: 0, col: 0 }, [['on request', '5']], usd))
    expect(countUnread(after)).toBe(1)
    expect(amounts(after)[0]).toEqual(['1', { unread: 'on request' }, '5'])
  })

  it('beyond the bounds of a version is known before', () => {
    const rows = Array.from({ length: 1001 }, () => ['1'])
    expect(isTooLarge(SMALL, plan(SMALL, { row: 0, col: 0 }, rows, usd))).toBe(true)
  })
})
