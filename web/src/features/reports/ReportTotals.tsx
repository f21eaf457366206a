import { Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReportSummary } from '@/api/generated/endpoints/reports/reports'
import { ASKED_ABOVE } from '@/api/record-query'
import type { ReportKey, ReportSummaryParams, ReportTotal, ReportViewDefinition } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { lossRatios } from './loss-ratio'
import classes from './Reports.module.css'
import { columnName, orderTotals, shownValue } from './values'

type ReportTotalsProps = { report: ReportKey; query: ReportSummaryParams; view: ReportViewDefinition }

/** The sums of all rows, one line for each column; amounts of several currencies stand side by side. */
export function ReportTotals({ report, query, view }: ReportTotalsProps) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const result = useReportSummary(report, query, ASKED_ABOVE)
  const whole = result.data?.data.whole
  if (!whole) {
    if (result.error) return <LoadFailure title={t('tooLong')} result={result} />
    return <Skeleton height={72} radius="md" />
  }
  const sorted = orderTotals(whole.totals, view.columns)
  const totals = [...Map.groupBy(sorted, ({ column }) => column)].flatMap(([key, sums]) => {
    const column = view.columns.find((one) => one.key === key)
    return column ? [{ column, sums }] : []
  })
  const text = (column: (typeof totals)[number]['column'], { amount, currency }: ReportTotal) =>
    shownValue({ t, format }, column, amount, currency ?? '')
  const ratios = lossRatios(whole.totals)
  return (
    <section className={classes.totals} aria-label={t('totals')}>
      <Figure label={t('rows')} values={[format.number(whole.rows)]} />
      {totals.map(({ column, sums }) => (
        <Figure
          key={column.key}
          label={columnName(t, column.key)}
          values={sums.map((sum) => text(column, sum))}
        />
      ))}
      {ratios.length > 0 && (
        <Figure
          label={t('lossRatio')}
          values={ratios.map(({ currency, percent }) => `${currency} ${format.percent(percent)}`)}
        />
      )}
    </section>
  )
}

function Figure({ label, values }: { label: string; values: string[] }) {
  return (
    <div className={classes.figure}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {values.map((value) => (
        <Text key={value} fw={600} className={classes.value}>
          {value}
        </Text>
      ))}
    </div>
  )
}
