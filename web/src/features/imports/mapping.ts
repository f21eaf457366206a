import type { ImportField, ImportFieldInfo, ImportMapping, ImportMappingColumn } from '@/api/schema'

/** Every change a hand can make to a mapping. None changes the one it is given. */

export const columnOf = (mapping: ImportMapping, source: string) =>
  mapping.columns.find((column) => column.source === source)

export const constantOf = (mapping: ImportMapping, field: ImportField) =>
  mapping.constants.find((constant) => constant.field === field)?.value ?? ''

export const fillsField = (mapping: ImportMapping, field: ImportField) =>
  mapping.columns.some((column) => column.field === field) || constantOf(mapping, field) !== ''

/** A new meaning for a column; null: it is not read. How the column is written stays as it was. */
export function assign(mapping: ImportMapping, source: string, field: ImportField | null): ImportMapping {
  const others = mapping.columns.filter((column) => column.source !== source && column.field !== field)
  if (!field) return { ...mapping, columns: others }
  const known = columnOf(mapping, source) ?? mapping.columns[0]
  const column: ImportMappingColumn = {
    source,
    field,
    date_order: known ? known.date_order : 'day_first',
    decimal_mark: known ? known.decimal_mark : 'point',
    per_line: columnOf(mapping, source)?.per_line ?? false,
  }
  return { ...mapping, columns: [...others, column] }
}

export const change = (
  mapping: ImportMapping,
  source: string,
  patch: Partial<Omit<ImportMappingColumn, 'source' | 'field'>>,
): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map((column) => (column.source === source ? { ...column, ...patch } : column)),
})

/** One value for all lines; nothing: the field has none. Its place in the list stays while it is typed. */
export function setConstant(mapping: ImportMapping, field: ImportField, value: string): ImportMapping {
  const { constants } = mapping
  if (value === '') return { ...mapping, constants: constants.filter((own) => own.field !== field) }
  if (!constants.some((own) => own.field === field)) {
    return { ...mapping, constants: [...constants, { field, value }] }
  }
  return { ...mapping, constants: constants.map((own) => (own.field === field ? { field, value } : own)) }
}

/** Gives a word of the file a meaning: another word, null for a blank cell, undefined to remove the meaning. */
export function setWord(
  mapping: ImportMapping,
  field: ImportField,
  word: string,
  meaning: string | null | undefined,
): ImportMapping {
  const known = mapping.words.some((own) => own.field === field && own.word === word)
  if (meaning !== undefined && !known) {
    return { ...mapping, words: [...mapping.words, { field, word, meaning }] }
  }
  const words = mapping.words.flatMap((own) => {
    if (own.field !== field || own.word !== word) return [own]
    return meaning === undefined ? [] : [{ ...own, meaning }]
  })
  return { ...mapping, words }
}

export const wordOf = (mapping: ImportMapping, field: ImportField, word: string) =>
  mapping.words.find((own) => own.field === field && own.word === word)

export const GROUPS = ['shipment', 'receiver', 'sender', 'parcel', 'item', 'client', 'stock'] as const
export type Group = (typeof GROUPS)[number]

/** Under which heading a field is looked for. */
export function groupOf({ field, part }: Pick<ImportFieldInfo, 'field' | 'part'>): Group {
  if (field.startsWith('to_')) return 'receiver'
  if (field.startsWith('from_')) return 'sender'
  return GROUPS.find((group) => group === part) ?? 'shipment'
}

/** Fields required for shipping; one field of each line is enough. */
const NEEDED: readonly (readonly [ImportField, ...ImportField[]])[] = [
  ['to_name'],
  ['to_country'],
  ['to_address_1'],
  ['to_city'],
  ['from_name'],
  ['from_country'],
  ['from_address_1'],
  ['from_city'],
  ['service'],
  ['contents_type'],
  ['declared_value', 'item_value', 'item_unit_value'],
  ['weight', 'parcel_weight'],
  ['item_description'],
]

/** Required fields without a column or fixed value: every shipment will need attention. */
export const lacking = (mapping: ImportMapping): ImportField[] =>
  NEEDED.filter((fields) => !fields.some((field) => fillsField(mapping, field))).map(([field]) => field)

const KINDS_OF_SENDER: readonly ImportField[] = ['from_country', 'from_person_type', 'from_document_type']

/** Whether columns or fixed values name a sender. Shipments of a client that name none are sent by the client itself. */
export const namesSender = ({ columns, constants }: ImportMapping): boolean =>
  [...columns, ...constants].some(
    ({ field }) => field.startsWith('from_') && !KINDS_OF_SENDER.includes(field),
  )

const NEEDED_ABROAD: readonly (readonly [ImportField, ...ImportField[]])[] = [
  ['item_unit_value', 'item_value'],
  ['item_net_weight'],
  ['item_hs_code'],
  ['item_origin_country'],
]

/** The same for goods that cross a border, whose documents go to customs. */
export const lackingAbroad = (mapping: ImportMapping): ImportField[] =>
  NEEDED_ABROAD.filter((fields) => !fields.some((field) => fillsField(mapping, field))).map(
    ([field]) => field,
  )

export const DECIMAL_KINDS = new Set(['number', 'weight', 'size'])

export type Blocker =
  | 'nothing_mapped'
  | 'decimal_mark'
  | 'date_order'
  | 'item_description'
  | 'client_required'
  | 'stock_required'

/** Without these, the form of a client refuses every line. */
const CLIENT_NEEDS: readonly ImportField[] = ['client_name', 'client_country', 'client_city']

/** Without these, nothing of a line can be received. */
const STOCK_NEEDS: readonly ImportField[] = ['stock_sku', 'stock_quantity', 'stock_place']

/** Why it makes no sense to check the file like this. */
export function blockersOf(mapping: ImportMapping, fields: readonly ImportFieldInfo[]): Blocker[] {
  if (mapping.columns.length === 0) return ['nothing_mapped']
  const kindOf = new Map(fields.map(({ field, kind }) => [field, kind]))
  const isOpen = ({ decimal_mark, field }: ImportMappingColumn) =>
    decimal_mark === null && DECIMAL_KINDS.has(kindOf.get(field) ?? '')
  if (mapping.columns.some(isOpen)) return ['decimal_mark']
  const hasOpenDates = ({ date_order, field }: ImportMappingColumn) =>
    date_order === null && kindOf.get(field) === 'date'
  if (mapping.columns.some(hasOpenDates)) return ['date_order']
  const isClients = fields.some(({ part }) => part === 'client')
  if (isClients && !CLIENT_NEEDS.every((field) => fillsField(mapping, field))) return ['client_required']
  const isStock = fields.some(({ part }) => part === 'stock')
  if (isStock && !STOCK_NEEDS.every((field) => fillsField(mapping, field))) return ['stock_required']
  const items = new Set(fields.filter(({ part }) => part === 'item').map(({ field }) => field))
  const hasItems = mapping.columns.some((column) => items.has(column.field))
  return hasItems && !fillsField(mapping, 'item_description') ? ['item_description'] : []
}

/** The server's refusals name places in the JSON it was sent; the form knows columns and fields. */
export function placeOf(path: string, mapping: ImportMapping): string {
  const [, list, at, key] = /^mapping\.(columns|constants)\.(\d+)\.?(\w+)?/.exec(path) ?? []
  const place = key === 'decimal_mark' || key === 'date_order' ? 'mark' : 'column'
  if (list === 'columns') return `${place}:${mapping.columns[Number(at)]?.source}`
  if (list === 'constants') return `constant:${mapping.constants[Number(at)]?.field}`
  return path
}

/** Two mappings that say the same. */
export const same = (a: ImportMapping, b: ImportMapping) => JSON.stringify(a) === JSON.stringify(b)
