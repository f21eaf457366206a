import type { TFunction } from 'i18next'
import type { ReportColumnDefinition, ReportKey, ReportViewDefinition } from '@/api/schema'
import type { Format } from '@/ui/format'
import type { ColumnKey } from './column-keys'

export type ReportWords = { t: TFunction<'reports'>; format: Format }

export const columnName = (t: TFunction<'reports'>, key: string) => t(`column.${key as ColumnKey}`)

/** The text of a report for this reader: it names nothing that they do not see. */
export function textKey(
  report: ReportKey,
  views: Pick<ReportViewDefinition, 'key'>[],
  isOutside: boolean,
): ReportKey | 'financial_own' | 'financial_plain' {
  if (report !== 'financial') return report
  if (isOutside) return 'financial_own'
  return views.some(({ key }) => key === 'margins') ? 'financial' : 'financial_plain'
}

/** Sums in the order of the columns, as their row reads; those of one column stay as they are. */
export function orderTotals<T extends { column: string }>(
  totals: T[],
  columns: Pick<ReportColumnDefinition, 'key'>[],
): T[] {
  const places = new Map(columns.map(({ key }, at) => [key, at]))
  const placeOf = ({ column }: T) => places.get(column) ?? columns.length
  return [...totals].sort((a, b) => placeOf(a) - placeOf(b))
}

/** The text of a code; one that this page does not know stays as it is. */
export const codeText = (t: TFunction<'reports'>, column: string, value: string) =>
  t(`code.${column}.${value}` as 'code.on_time.yes', { defaultValue: value })

/** A value as it is shown. `currency` is that of its row. */
export function shownValue(
  { t, format }: ReportWords,
  { key, kind }: Pick<ReportColumnDefinition, 'key' | 'kind'>,
  value: string,
  currency = '',
): string {
  if (value === '') return ''
  switch (kind) {
    case 'amount':
      return currency ? format.money(value, currency) : format.number(Number(value))
    case 'number':
      return format.number(Number(value))
    case 'weight':
      return format.weight(Number(value) * 1000)
    case 'percent':
      return `${format.number(Number(value))} %`
    case 'day':
      return format.day(value)
    case 'moment':
      return format.wallTime(value)
    case 'flag':
      return codeText(t, 'flag', value)
    case 'code':
      return codeText(t, key, value)
    default:
      return value
  }
}
