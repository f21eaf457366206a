import { describe, expect, it } from 'vitest'
import { writeAmounts } from '@/api/errors'
import { changedLines, nameOf, saidOf, wrongCells } from './refused'

const unheard = { code: 'unheard_of', params: {} }

const shown = {
  columns: [
    { key: 'Order', name: 'Order' },
    { key: 'Weight', name: 'Weight' },
  ],
}

it('a reason names its column, and its cell once', () => {
  const said = (message: string) =>
    saidOf(shown, { cells: ['A1', ' 1,x '] }, { ...unheard, column: 'Weight', message })
  expect(said('No.')).toEqual({ column: 'Weight', cell: '1,x', message: 'No.' })
  expect(said('“1,x” is no number.')).toMatchObject({ column: 'Weight', cell: '' })
  expect(said('Weight: No.')).toEqual({ column: 'Weight', cell: '1,x', message: 'No.' })
})

it('a reason of the whole line names none, and none quotes a cell the line does not have', () => {
  const empty = { column: '', cell: '', message: 'No.' }
  expect(saidOf(shown, { cells: ['A1', '2'] }, { ...unheard, column: null, message: 'No.' })).toEqual(empty)
  expect(saidOf(shown, { cells: ['A1'] }, { ...unheard, column: 'Gone', message: 'No.' })).toEqual(empty)
  const blank = { column: 'Weight', cell: '', message: 'No.' }
  expect(saidOf(shown, { cells: ['A1'] }, { ...unheard, column: 'Weight', message: 'No.' })).toEqual(blank)
})

it('a reason writes its dates as the account does', () => {
  writeAmounts({ money: (amount) => amount, day: (day) => day.split('-').reverse().join('/') })
  const params = { value: '2028-01-31', other: '2027-12-31' }
  const message = 'Weight: This lot came before with the expiration date 2027-12-31.'
  const reason = { code: 'import_other_expiry', column: 'Weight', message, params }
  expect(saidOf(shown, { cells: ['A1', '2028-01-31'] }, reason).message).toBe(
    'This lot came before with the expiration date 31/12/2027.',
  )
})

describe('a refused line', () => {
  const shown = {
    columns: [
      { key: 'pedido', name: 'Pedido' },
      { key: 'nome', name: 'Nome' },
      { key: 'peso', name: 'Peso' },
    ],
    mapping: {
      columns: [
        { source: 'nome', field: 'to_name', date_order: 'day_first', decimal_mark: 'point', per_line: false },
        { source: 'peso', field: 'weight', date_order: 'day_first', decimal_mark: 'point', per_line: false },
      ],
      group_by: 'pedido',
      constants: [],
      words: [],
      weight_unit: 'kg',
      size_unit: 'cm',
    },
  } satisfies Parameters<typeof nameOf>[0]
  const cells = ['A-1', 'Ana', 'um']

  it('is named by its order and its recipient', () => {
    expect(nameOf(shown, { cells })).toEqual({ reference: 'A-1', recipient: 'Ana' })
    expect(nameOf({ ...shown, mapping: { ...shown.mapping, group_by: null } }, { cells }).reference).toBe('')
  })

  it('offers the cells that were refused', () => {
    const reasons = [
      { ...unheard, column: 'Peso', field: 'weight' as const, message: 'Peso: um' },
      { ...unheard, column: null, field: null, message: 'held back' },
    ]
    const wrong = { column: 'peso', name: 'Peso', value: 'um', message: 'um' }
    expect(wrongCells(shown, { cells, reasons })).toEqual([wrong])
  })

  it('is sent with its changed cells', () => {
    expect(changedLines({ 4: { peso: '1' } })).toEqual([{ line: 4, cells: [{ column: 'peso', value: '1' }] }])
  })
})
