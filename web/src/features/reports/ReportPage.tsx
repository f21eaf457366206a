import { Button, Text } from '@mantine/core'
import { IconPrinter, IconReportAnalytics } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useReportList, useReportRows, useReportSummary } from '@/api/generated/endpoints/reports/reports'
import { useListColumns } from '@/api/list-memory'
import { PAGED } from '@/api/record-query'
import type { ReportKey, ReportViewDefinition } from '@/api/schema'
import { Refused } from '@/blocks/ErrorPage'
import { PagePending } from '@/blocks/PagePending'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { LoadFailure } from '@/ui/LoadFailure'
import { visibleColumns } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { askedColumns, mainOf, reportColumns, type ShownRow, toRows } from './columns'
import { ExportReport } from './ExportReport'
import { ReportChart } from './ReportChart'
import { ReportFilters } from './ReportFilters'
import classes from './Reports.module.css'
import { ReportTotals } from './ReportTotals'
import { clearRows, leavesRowsOut, REPORT_LISTS, type ReportListState, rowsQuery } from './report-list'
import { ScheduleReport } from './schedules/ScheduleReport'
import { textKey } from './values'

/** Every report: its filters, totals, chart and rows, as the server defines them. */
export function ReportPage({ report }: { report: ReportKey }) {
  const { t } = useTranslation('reports')
  const list = useListParams(REPORT_LISTS[report])
  const reports = useReportList()
  if (!reports.data) {
    if (reports.error) return <LoadFailure title={t('failed')} result={reports} />
    return <PagePending />
  }
  const views = reports.data.data.find(({ key }) => key === report)?.views ?? []
  const view = views.find(({ key }) => key === list.values.rows) ?? views[0]
  if (!view) return <Refused right="report.show" />
  return <Report key={view.key} report={report} list={list} views={views} view={view} />
}

type ReportProps = {
  report: ReportKey
  list: ReportListState
  views: ReportViewDefinition[]
  view: ReportViewDefinition
}

/** Where the record of a row is. */
const RECORDS = {
  shipment: paths['shipments.show'],
  stock: paths['stocks.show'],
  wallet: paths['wallets.show'],
  price_table: paths['price_tables.show'],
} as const

/** Other rows have other columns, which are remembered apart. Those of the first view have the name of the report. */
function useListOf({ list, views, view }: Omit<ReportProps, 'report'>): ReportListState {
  const isFirst = view.key === views[0]?.key
  return useMemo(
    () => ({
      ...list,
      name: isFirst ? list.name : `${list.name}_${view.key}`,
      isFiltered: leavesRowsOut(list),
      clear: () => clearRows(list),
    }),
    [isFirst, list, view.key],
  )
}

function Report({ report, views, view, ...props }: ReportProps) {
  const list = useListOf({ views, view, ...props })
  const { t } = useTranslation('reports')
  const format = useFormat()
  const { can, is_outside } = useProfile()
  const columns = useMemo(() => reportColumns(view, { t, format }), [view, t, format])
  const { value: chosen } = useListColumns(list.name)
  const shown = visibleColumns(columns, list.columns ?? chosen.visible).map(({ id }) => id)
  const rows = rowsQuery(list)
  const asked = { ...rows, columns: askedColumns(view.columns, shown) }
  const group = view.groups.find((one) => one === list.values.group_by) ?? view.groups[0]
  // Totals and chart have one answer.
  const summed = { ...asked, group_by: group }
  const { page, per_page, sort } = list.query
  const result = useReportRows(report, { ...asked, page, per_page, sort }, PAGED)
  const summary = useReportSummary(report, summed, PAGED)
  // One object for one answer: the table draws again when it changes.
  const data = useMemo(
    () => result.data && { data: toRows(result.data), meta: result.data.meta },
    [result.data],
  )
  // The height of the first totals is known with them alone: nothing below them moves. Once they have failed, the page stays,
  // with its filters, while they are asked for again.
  if (!summary.data && !summary.error && summary.errorUpdateCount === 0) return <PagePending />
  const main = mainOf(view.columns) ?? ''
  const name = t(`name.${report}`)
  return (
    <RecordList<ShownRow>
      title={name}
      text={t(`text.${textKey(report, views, is_outside)}`)}
      action={<PrintButton />}
      tabs={views.length > 1 && <Views list={list} views={views} view={view} />}
      filters={<ReportFilters list={list} view={view} />}
      totals={
        <>
          <ReportTotals report={report} query={summed} view={view} />
          <ReportChart report={report} query={summed} view={view} group={group} list={list} />
        </>
      }
      list={list}
      result={{ ...result, data }}
      columns={columns}
      rowLabel={({ values }) => values[main] ?? ''}
      rowTo={
        view.record
          ? ({ record }) => (record ? RECORDS[view.record ?? 'shipment']({ id: record }) : '')
          : undefined
      }
      toolbar={
        can['report.export'] && (
          <>
            {can['report_schedule.create'] && (
              <ScheduleReport report={report} query={rows} view={view} shown={shown} title={name} />
            )}
            <ExportReport
              report={report}
              query={rows}
              view={view}
              shown={shown}
              title={name}
              zone={result.data?.time_zone}
            />
          </>
        )
      }
      empty={{ icon: IconReportAnalytics, title: t('empty'), text: t('emptyText'), action: null }}
    >
      {data && data.data.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('zone', { zone: result.data?.time_zone })}
        </Text>
      )}
      {result.error && result.data ? <Text c="red">{errorText(result.error)}</Text> : null}
    </RecordList>
  )
}

function Views({ list, views, view }: Omit<ReportProps, 'report'>) {
  const { t } = useTranslation('reports')
  return (
    <FilterTabs
      label={t('rows')}
      value={view.key}
      options={views.map(({ key }) => ({ value: key, label: t(`rowsOf.${key}`) }))}
      // Columns, order and groups are those of other rows.
      onChange={(rows) => list.apply({ rows, from: list.values.from, to: list.values.to })}
    />
  )
}

function PrintButton() {
  const { t } = useTranslation('reports')
  return (
    <Button
      variant="default"
      className={classes.tools}
      classNames={ICON_ON_PHONE}
      leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
      onClick={() => window.print()}
    >
      {t('print')}
    </Button>
  )
}
