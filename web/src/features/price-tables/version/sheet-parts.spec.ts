import { describe, expect, it } from 'vitest'
import type { PriceSheetResult } from '@/api/schema'
import {
  cellName,
  columnName,
  decide,
  firstFindings,
  isList,
  isUnclear,
  leaveOut,
  leaveOutColumns,
  linesOf,
  readColumn,
  rolesOf,
  UNDECIDED,
  weightColumnsOf,
} from './sheet-parts'

const RESULT = {
  form: 'grid',
  reading: {
    header_rows: 1,
    parts: [
      { number: 1, role: 'up_to' },
      { number: 2, role: 'price', zone: 'A' },
    ],
    left_out: [],
    left_out_columns: [],
  },
  rows: [
    ['kg', 'Zone A', 'Days', ''],
    ['1', '10', '3', ''],
    ['2', '12', '4', ''],
  ],
} as unknown as PriceSheetResult

describe('the parts of a sheet', () => {
  it('are its columns with what they were taken for; empty ones are left out', () => {
    expect(linesOf(RESULT).map(({ header, role, samples }) => [header, role, samples])).toEqual([
      ['kg', 'up_to', ['1', '2']],
      ['Zone A', 'price', ['10', '12']],
      ['Days', 'ignored', ['3', '4']],
    ])
  })

  it('are its rows when weights stand across', () => {
    const across = linesOf({ ...RESULT, form: 'across' })
    expect(across.map(({ header }) => header)).toEqual(['kg', '1', '2'])
  })

  it('are decided once each', () => {
    const first = decide(UNDECIDED, { number: 2, role: 'ignored' })
    expect(decide(first, { number: 2, role: 'per_unit' }).parts).toEqual([{ number: 2, role: 'per_unit' }])
  })

  it('errors are listed first of too many findings', () => {
    const note = { severity: 'note', code: 'row_skipped', row: 2, column: 1, text: '' } as const
    const error = { ...note, severity: 'error', row: 90 } as const
    expect(firstFindings([note, error], 2)).toEqual([note, error])
    expect(firstFindings([note, note, error], 2)).toEqual([error, note])
  })

  it('rows with errors are left out', () => {
    const finding = { code: 'unreadable_price', column: 2, text: 'x' } as const
    const decided = leaveOut(UNDECIDED, [
      { ...finding, severity: 'error', row: 3 },
      { ...finding, severity: 'error', row: 3 },
      { ...finding, severity: 'warning', row: 4 },
    ])
    expect(decided.left_out).toEqual([3])
  })

  it('weights across are columns, and one that cannot be read is left out', () => {
    const across = {
      form: 'across',
      reading: {
        ...RESULT.reading,
        parts: [
          { number: 1, role: 'up_to' },
          { number: 2, role: 'price', zone: 'A' },
        ],
        left_out_columns: [3],
      },
      rows: [
        ['Zone', '1 kg', 'call us'],
        ['A', '10', '13'],
      ],
      findings: [
        { severity: 'error', code: 'unreadable_weight', row: 1, column: 3, text: 'call us' },
        { severity: 'error', code: 'unreadable_zone', row: 2, column: 1, text: '' },
        { severity: 'error', code: 'other_unit', row: 1, column: 2, text: '1 lb' },
      ],
    } as unknown as PriceSheetResult
    expect(weightColumnsOf(across)).toEqual([
      { number: 2, header: '1 kg', samples: ['10'], isRead: true },
      { number: 3, header: 'call us', samples: ['13'], isRead: false },
    ])
    expect(weightColumnsOf(RESULT)).toEqual([])
    const decided = leaveOutColumns(UNDECIDED, across)
    expect([decided.left_out, decided.left_out_columns]).toEqual([[], [3]])
    expect(readColumn(decided, 2, false).left_out_columns).toEqual([3, 2])
    expect(readColumn(decided, 3, true).left_out_columns).toEqual([])
  })

  it('a title in another currency stays, so that its prices are not taken for those of the table', () => {
    const title = { severity: 'error', code: 'other_currency', row: 1, column: 1, text: 'EUR' } as const
    const table = { ...title, code: 'second_table', row: 9 } as const
    expect(leaveOut(UNDECIDED, [title, table]).left_out).toEqual([9])
  })

  it('a header that must be decided stays', () => {
    const header = {
      severity: 'error',
      code: 'zone_column_unclear',
      row: 1,
      column: 3,
      text: 'group',
    } as const
    const columns = { ...header, code: 'repeated_column' } as const
    const fee = { ...header, code: 'fee_unclear' } as const
    expect(leaveOut(UNDECIDED, [header, columns, fee, { ...header, code: 'no_prices' }]).left_out).toEqual([])
  })

  it('a zone that was guessed among several columns is open, so that it can be chosen itself', () => {
    const finding = {
      severity: 'error',
      code: 'zone_column_unclear',
      row: 1,
      column: 3,
      text: 'group',
    } as const
    const asked: PriceSheetResult = { ...RESULT, form: 'places', findings: [finding] }
    expect(isUnclear(asked, { number: 5, role: 'zone' })).toBe(true)
    expect(isUnclear(asked, { number: 3, role: 'ignored' })).toBe(false)
    expect(isUnclear({ ...asked, findings: [] }, { number: 5, role: 'zone' })).toBe(false)
  })

  it('the columns of a matrix of countries are its zones', () => {
    const parts = [
      { number: 1, role: 'country' },
      { number: 2, role: 'zone', zone: 'Zone A' },
      { number: 3, role: 'zone', zone: 'Days' },
    ]
    const matrix = { ...RESULT, form: 'places', reading: { ...RESULT.reading, parts } } as PriceSheetResult
    expect(linesOf(matrix).map(({ role, zone }) => [role, zone])).toEqual([
      ['country', undefined],
      ['zone', 'Zone A'],
      ['zone', 'Days'],
    ])
  })

  it('the zone of each price in a list is shown and nothing to name', () => {
    const zone = { number: 1, role: 'zone' } as const
    const list = { ...RESULT, reading: { ...RESULT.reading, parts: [zone] } }
    expect([isList(list), isList(RESULT), isList({ ...list, form: 'places' })]).toEqual([true, false, false])
    expect(rolesOf(list, zone)).toContain('zone')
    expect(rolesOf(list, { number: 2, role: 'price' })).not.toContain('zone')
  })

  it('are named as in a spreadsheet', () => {
    expect([1, 26, 27, 53].map(columnName)).toEqual(['A', 'Z', 'AA', 'BA'])
    expect(cellName({ severity: 'error', code: 'zero_price', row: 4, column: 3, text: '' })).toBe('C4')
  })
})
