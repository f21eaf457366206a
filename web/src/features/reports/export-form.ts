import type { i18n, TFunction } from 'i18next'
import type { ReportColumnDefinition, ReportExport, ReportQuery } from '@/api/schema'
import { columnName, type ReportWords } from './values'

/** Headings in the page's language. Weights of a file are in kilograms. */
export const exportedHeadings = (
  t: TFunction<'reports'>,
  columns: ReportColumnDefinition[],
  shown: string[],
): ReportExport['columns'] =>
  shown.flatMap((key) => {
    const column = columns.find((one) => one.key === key)
    if (!column) return []
    const name = columnName(t, key)
    return [{ column: key, heading: column.kind === 'weight' ? t('inKilograms', { name }) : name }]
  })

/** Texts for the codes of the shown columns. */
export const exportedTexts = (
  i18n: i18n,
  columns: ReportColumnDefinition[],
  shown: string[],
): ReportExport['texts'] =>
  columns
    .filter(({ key, kind }) => shown.includes(key) && (kind === 'code' || kind === 'flag'))
    .flatMap(({ key, kind }) => {
      const room = kind === 'flag' ? 'flag' : key
      const texts = (i18n.getResource(i18n.language, 'reports', `code.${room}`) ?? {}) as Record<
        string,
        string
      >
      return Object.entries(texts).map(([code, text]) => ({ column: key, code, text }))
    })

/** The first sheet of a workbook: the report, its period with the zone of its days, and when it was made. */
export function exportedFacts(
  { t, format }: ReportWords,
  title: string,
  { from, to }: ReportQuery,
  zone: string | undefined,
): ReportExport['facts'] {
  const period = [from && format.day(from), to && format.day(to)].filter(Boolean).join(' – ')
  return [
    { label: t('report'), text: title },
    ...(period ? [{ label: t('period'), text: period }] : []),
    ...(zone ? [{ label: t('timeZone'), text: zone }] : []),
    { label: t('madeAt'), text: format.dateTime(new Date()) },
  ]
}
