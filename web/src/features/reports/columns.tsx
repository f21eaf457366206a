import type { ReportColumnDefinition, ReportRows, ReportViewDefinition } from '@/api/schema'
import type { Column } from '@/ui/table/columns'
import { columnName, type ReportWords, shownValue } from './values'

/** A row with its values by column, and an id that is different in each row of the page. */
export type ShownRow = { id: string; record: string | null; values: Partial<Record<string, string>> }

const WIDE = new Set(['text', 'code'])

export const toRows = ({ data, columns }: ReportRows): ShownRow[] =>
  data.map(({ record_id, cells }, at) => ({
    id: String(at),
    record: record_id,
    values: Object.fromEntries(columns.map(({ key }, place) => [key, cells[place] ?? ''])),
  }))

/** The columns to ask for: those that are shown, and the currencies of their amounts. */
export function askedColumns(columns: ReportColumnDefinition[], shown: string[]): string {
  const currencies = columns.filter(({ key }) => shown.includes(key)).map(({ currency }) => currency)
  return [...new Set([...shown, ...currencies.filter((key) => key !== null)])].join(',')
}

/** The first column names the row. */
export function reportColumns({ columns }: ReportViewDefinition, words: ReportWords): Column<ShownRow>[] {
  const main = mainOf(columns)
  const ordered = [...columns].sort((a, b) => Number(b.key === main) - Number(a.key === main))
  return ordered.map((column) => ({
    id: column.key,
    header: columnName(words.t, column.key),
    sortable: true,
    main: column.key === main,
    optional: !column.is_default,
    align: WIDE.has(column.kind) || column.kind === 'flag' ? undefined : 'right',
    width: widthOf(column.kind),
    cell: ({ values }) =>
      shownValue(words, column, values[column.key] ?? '', values[column.currency ?? ''] ?? ''),
  }))
}

/** A time with its day is the longest of what is no text. */
function widthOf(kind: ReportColumnDefinition['kind']) {
  if (kind === 'moment') return 165
  return WIDE.has(kind) ? 150 : 130
}

const NAMES = ['tracking_code', 'title', 'client', 'label', 'table', 'scope_name']

/** The column by which people know a row. */
export const mainOf = (columns: ReportColumnDefinition[]) =>
  NAMES.find((name) => columns.some(({ key, is_default }) => key === name && is_default)) ?? columns[0]?.key
