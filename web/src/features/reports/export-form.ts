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

export type ReportFact = NonNullable<ReportExport['facts']>[number]

/** Around the rows of a workbook: whose, of what, in which zone, and by whom. */
type AboutFile = {
  company: string
  user: string
  title: string
  query: Pick<ReportQuery, 'from' | 'to'>
  zone: string | undefined
  /** The rows and filters in words. */
  filters: ReportFact[]
}

/** The first sheet of a workbook: the company, the report, its period and filters, and who made it when. */
export function exportedFacts(
  { t, format }: ReportWords,
  { company, user, title, query: { from, to }, zone, filters }: AboutFile,
): ReportFact[] {
  const period = [from && format.day(from), to && format.day(to)].filter(Boolean).join(' – ')
  return [
    { label: t('company'), text: company },
    { label: t('report'), text: title },
    ...(period ? [{ label: t('period'), text: period }] : []),
    ...filters,
    ...(zone ? [{ label: t('timeZone'), text: zone }] : []),
    { label: t('madeAt'), text: format.dateTime(new Date()) },
    { label: t('madeBy'), text: user },
  ]
}
