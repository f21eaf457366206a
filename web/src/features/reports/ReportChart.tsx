import { Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReportSummary } from '@/api/generated/endpoints/reports/reports'
import { ASKED_ABOVE } from '@/api/record-query'
import type { ReportKey, ReportSummary, ReportSummaryParams, ReportViewDefinition } from '@/api/schema'
import { ChartCard, ChartWaiting } from '@/ui/charts/ChartCard'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { named } from '@/ui/wording'
import { type ChartMeasure, chartPoints, mainMeasure } from './chart-points'
import classes from './Reports.module.css'
import { type ReportListState, SPANS } from './report-list'
import { columnName, orderTotals, type ReportWords, shownValue } from './values'

const ReportBars = lazy(() => onceOnline(() => import('./ReportBars')))

type ReportChartProps = {
  report: ReportKey
  query: ReportSummaryParams
  view: ReportViewDefinition
  /** How the totals are grouped; undefined for rows that have no groups. */
  group: string | undefined
  list: ReportListState
}

type Span = (typeof SPANS)[number]

const isSpan = (group: string): group is Span => (SPANS as readonly string[]).includes(group)

/** The totals of the table by groups, as bars and as figures. */
export function ReportChart({ report, query, view, group, list }: ReportChartProps) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const words = { t, format }
  const [chosen, setChosen] = useState<string>()
  const result = useReportSummary(report, query, ASKED_ABOVE)
  if (!group) return null
  const summary = result.data?.data
  const title = named(t('groupBy'), groupLabel(words, group))
  // A failure is told by the totals, and nothing draws nothing.
  if (summary ? summary.groups.length === 0 : result.error) return null
  const measures = measuresOf(words, orderTotals(summary?.whole.totals ?? [], view.columns))
  const measure =
    chosen === undefined ? mainMeasure(view.key, measures) : measures.find(({ value }) => value === chosen)
  return (
    <Stack gap="sm" my="sm">
      <Group gap="xs" className={classes.tools}>
        <Select
          aria-label={t('groupBy')}
          value={group}
          data={view.groups.map((value) => ({ value, label: groupLabel(words, value) }))}
          allowDeselect={false}
          onChange={(value) => list.setFilters({ group_by: value as ReportListState['values']['group_by'] })}
        />
        <Select
          aria-label={t('totals')}
          value={measure?.value ?? ''}
          data={[{ value: '', label: t('rows') }, ...measures.map(({ value, label }) => ({ value, label }))]}
          allowDeselect={false}
          onChange={(value) => setChosen(value ?? '')}
        />
      </Group>
      {summary ? (
        <GroupsCard title={title} view={view} group={group} summary={summary} measure={measure} />
      ) : (
        <ChartWaiting title={title} />
      )}
    </Stack>
  )
}

type GroupsCardProps = {
  title: string
  view: ReportViewDefinition
  group: string
  summary: ReportSummary
  /** Undefined for the number of rows. */
  measure: Measure | undefined
}

function GroupsCard({ title, view, group, summary, measure }: GroupsCardProps) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const words = { t, format }
  const points = chartPoints(summary.groups, measure?.measure, isSpan(group), t('others')).map((point) => ({
    ...point,
    name: groupName(words, view, group, point.name),
  }))
  const number = (value: number) => format.number(value)
  const label = measure?.label ?? t('rows')
  return (
    <>
      <ChartCard
        title={title}
        summary={points.map(({ name, value }) => named(name, number(value))).join(', ')}
        columns={[groupLabel(words, group), label]}
        rows={points.map(({ name, value }) => [name, number(value)])}
      >
        <Suspense fallback={<Skeleton height="100%" radius="md" />}>
          <ReportBars points={points} label={label} areCounts={!measure} number={number} />
        </Suspense>
      </ChartCard>
      {summary.groups_capped && (
        <Text size="sm" c="dimmed">
          {t('capped')}
        </Text>
      )}
    </>
  )
}

const groupLabel = ({ t }: ReportWords, group: string) =>
  isSpan(group) ? t(`span.${group}`) : columnName(t, group)

/** The name of a group: a month, a day, the text of a code. */
function groupName(
  { t, format }: ReportWords,
  view: ReportViewDefinition,
  group: string,
  name: string,
): string {
  if (name === '') return t('without')
  if (name === t('others')) return name
  if (group === 'month') return format.month(name)
  if (isSpan(group)) return format.day(name)
  const column = view.columns.find(({ key }) => key === group)
  return column ? shownValue({ t, format }, column, name) : name
}

type Measure = { value: string; label: string; measure: NonNullable<ChartMeasure> }

const measuresOf = ({ t }: ReportWords, totals: { column: string; currency: string | null }[]): Measure[] =>
  totals.map(({ column, currency }) => ({
    value: `${column}/${currency ?? ''}`,
    label: currency ? `${columnName(t, column)} (${currency})` : columnName(t, column),
    measure: { column, currency },
  }))
