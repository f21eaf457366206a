import { describe, expect, it } from 'vitest'
import type { ImportField, ImportFieldInfo, ImportMapping } from '@/api/schema'
import {
  assign,
  blockersOf,
  change,
  columnOf,
  constantOf,
  groupOf,
  lacking,
  namesSender,
  placeOf,
  same,
  setConstant,
  setWord,
  wordOf,
} from './mapping'

const EMPTY: ImportMapping = {
  columns: [],
  group_by: null,
  constants: [],
  words: [],
  weight_unit: 'kg',
  size_unit: 'cm',
}

const info = (field: ImportField, part: string): ImportFieldInfo => ({
  field,
  part,
  kind: 'text',
  choices: [],
  is_total: false,
})

const FIELDS = [info('to_name', 'shipment'), info('item_description', 'item'), info('item_quantity', 'item')]

it('asks for the format of dates with two meanings', () => {
  const expiry = { ...info('stock_expiration_date', 'shipment'), kind: 'date' }
  const open = change(assign(EMPTY, 'Validade', 'stock_expiration_date'), 'Validade', { date_order: null })
  expect(blockersOf(open, [expiry])).toEqual(['date_order'])
  expect(blockersOf(change(open, 'Validade', { date_order: 'month_first' }), [expiry])).toEqual([])
  expect(placeOf('mapping.columns.0.date_order', open)).toBe('mark:Validade')
})

it('asks for the decimal mark of a column whose numbers have two meanings', () => {
  const weight = { ...info('weight', 'shipment'), kind: 'weight' }
  const open = change(assign(EMPTY, 'Peso', 'weight'), 'Peso', { decimal_mark: null })
  expect(blockersOf(open, [weight])).toEqual(['decimal_mark'])
  expect(blockersOf(change(open, 'Peso', { decimal_mark: 'comma' }), [weight])).toEqual([])
  expect(placeOf('mapping.columns.0.decimal_mark', open)).toBe('mark:Peso')
})

it('a file of clients is not checked without their name, country and city', () => {
  const fields = [info('client_name', 'client'), info('client_city', 'client')]
  const named = assign(EMPTY, 'Nome', 'client_name')
  expect(blockersOf(named, fields)).toEqual(['client_required'])
  const placed = setConstant(assign(named, 'Cidade', 'client_city'), 'client_country', 'BR')
  expect(blockersOf(placed, fields)).toEqual([])
})

describe('the meaning of a column', () => {
  it('is given, changed and taken away', () => {
    const given = assign(EMPTY, 'Peso', 'weight')
    expect(columnOf(given, 'Peso')?.field).toBe('weight')
    expect(columnOf(assign(given, 'Peso', 'parcel_weight'), 'Peso')?.field).toBe('parcel_weight')
    expect(assign(given, 'Peso', null).columns).toEqual([])
  })

  it('is used once: the column that had it loses it', () => {
    const twice = assign(assign(EMPTY, 'A', 'to_name'), 'B', 'to_name')
    expect(twice.columns.map(({ source }) => source)).toEqual(['B'])
  })

  it('keeps how the column is written', () => {
    const comma = change(assign(EMPTY, 'Peso', 'weight'), 'Peso', { decimal_mark: 'comma', per_line: true })
    expect(columnOf(assign(comma, 'Peso', 'declared_value'), 'Peso')).toMatchObject({
      decimal_mark: 'comma',
      per_line: true,
    })
  })

  it('is written like the other columns of the file when it is new', () => {
    const first = change(assign(EMPTY, 'Data', 'shipped_on'), 'Data', { date_order: 'month_first' })
    expect(columnOf(assign(first, 'Prazo', 'due_on'), 'Prazo')?.date_order).toBe('month_first')
  })

  it('leaves the mapping it came from as it was', () => {
    assign(EMPTY, 'A', 'to_name')
    setConstant(EMPTY, 'currency', 'USD')
    setWord(EMPTY, 'weight', 'n/a', null)
    expect(EMPTY).toMatchObject({ columns: [], constants: [], words: [] })
  })
})

describe('a value for all lines', () => {
  it('stays in its place while it is typed and goes when it is emptied', () => {
    const typed = setConstant(setConstant(EMPTY, 'from_name', 'A'), 'currency', 'USD')
    const more = setConstant(typed, 'from_name', 'Acme')
    expect(more.constants.map(({ value }) => value)).toEqual(['Acme', 'USD'])
    expect(constantOf(setConstant(more, 'from_name', ''), 'from_name')).toBe('')
    expect(setConstant(more, 'from_name', '').constants).toHaveLength(1)
  })
})

describe('a word of the file', () => {
  it('counts as empty, means another, or is not known', () => {
    const empty = setWord(EMPTY, 'weight', 'n/a', null)
    expect(wordOf(empty, 'weight', 'n/a')?.meaning).toBeNull()
    const means = setWord(empty, 'weight', 'n/a', '1')
    expect(wordOf(means, 'weight', 'n/a')?.meaning).toBe('1')
    expect(setWord(means, 'weight', 'n/a', undefined).words).toEqual([])
  })

  it('is settled for one field only', () => {
    const both = setWord(setWord(EMPTY, 'weight', 'N/A', null), 'incoterm', 'N/A', 'EXW')
    expect(setWord(both, 'weight', 'N/A', undefined).words.map(({ field }) => field)).toEqual(['incoterm'])
  })
})

describe('what is missing', () => {
  it('is all that shipping needs, at first', () => {
    expect(lacking(EMPTY)).toContain('to_name')
    expect(lacking(EMPTY)).toContain('weight')
  })

  it('is filled by a column, by a constant, or by a field that says the same', () => {
    const filled = setConstant(assign(assign(EMPTY, 'A', 'to_name'), 'B', 'parcel_weight'), 'service', 'EXP')
    expect(lacking(filled)).not.toContain('to_name')
    expect(lacking(filled)).not.toContain('weight')
    expect(lacking(filled)).not.toContain('service')
  })

  it('names a sender by any of its fields but the country', () => {
    expect(namesSender(setConstant(EMPTY, 'from_country', 'BR'))).toBe(false)
    expect(namesSender(assign(EMPTY, 'A', 'to_name'))).toBe(false)
    expect(namesSender(setConstant(EMPTY, 'from_city', 'Recife'))).toBe(true)
    expect(namesSender(assign(EMPTY, 'A', 'from_name'))).toBe(true)
  })

  it('keeps from checking when nothing is mapped, or items have no description', () => {
    expect(blockersOf(EMPTY, FIELDS)).toEqual(['nothing_mapped'])
    const items = assign(EMPTY, 'Qtde', 'item_quantity')
    expect(blockersOf(items, FIELDS)).toEqual(['item_description'])
    expect(blockersOf(assign(items, 'Descrição', 'item_description'), FIELDS)).toEqual([])
    expect(blockersOf(setConstant(items, 'item_description', 'Goods'), FIELDS)).toEqual([])
  })
})

describe('places', () => {
  it('groups fields by whom they speak of', () => {
    expect(groupOf(info('to_city', 'shipment'))).toBe('receiver')
    expect(groupOf(info('from_city', 'shipment'))).toBe('sender')
    expect(groupOf(info('length', 'parcel'))).toBe('parcel')
    expect(groupOf(info('service', 'shipment'))).toBe('shipment')
  })

  it('leads the refusals of the server to the columns and values they speak of', () => {
    const mapping = setConstant(assign(EMPTY, 'Peso', 'weight'), 'currency', 'XXX')
    expect(placeOf('mapping.columns.0.source', mapping)).toBe('column:Peso')
    expect(placeOf('mapping.constants.0.value', mapping)).toBe('constant:currency')
    expect(placeOf('mapping.group_by', mapping)).toBe('mapping.group_by')
    expect(placeOf('client_id', mapping)).toBe('client_id')
  })

  it('knows two mappings that say the same', () => {
    expect(same(EMPTY, { ...EMPTY })).toBe(true)
    expect(same(EMPTY, assign(EMPTY, 'A', 'to_name'))).toBe(false)
  })
})
