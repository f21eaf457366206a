import { Select } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  reportScheduleList as loadReportSchedules,
  useReportScheduleList,
} from '@/api/generated/endpoints/reports/reports'
import { PAGED } from '@/api/record-query'
import { type ReportScheduleListParams, ReportScheduleState, reportKeyValues } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useReportScheduleActions } from './actions'
import { scheduleColumns } from './columns'
import { reportScheduleList } from './list'

type ScheduleListState = ListState<typeof reportScheduleList.defaults>

/** The schedules of reports: when each is made, for whom, and what can be done with it. */
export function SchedulesPage() {
  const { t } = useTranslation('report-schedules')
  const { t: reports } = useTranslation('reports')
  const format = useFormat()
  const list = useListParams(reportScheduleList)
  const query = list.query as ReportScheduleListParams
  const result = useReportScheduleList(query, PAGED)
  const columns = useMemo(() => scheduleColumns({ t, reports, format }), [t, reports, format])
  const actions = useReportScheduleActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadReportSchedules({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ name }) => name}
      menu={actions.menu}
      empty={{ icon: IconCalendarRepeat, title: t('empty'), text: t('emptyText'), action: null }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Filters({ list }: { list: ScheduleListState }) {
  const { t } = useTranslation('report-schedules')
  const { t: reports } = useTranslation('reports')
  const { report, state } = list.values
  return (
    <>
      <Select
        aria-label={t('field.report')}
        placeholder={t('field.report')}
        clearable
        value={report ?? null}
        data={reportKeyValues.map((value) => ({ value, label: reports(`name.${value}`) }))}
        onChange={(value) =>
          list.setFilters({ report: (value ?? undefined) as ScheduleListState['values']['report'] })
        }
      />
      <Select
        aria-label={t('field.state')}
        placeholder={t('field.state')}
        clearable
        value={state === undefined ? null : String(state)}
        data={Object.values(ReportScheduleState).map((value) => ({
          value: String(value),
          label: t(`state.${value}`),
        }))}
        onChange={(value) => list.setFilters({ state: value ? Number(value) : undefined })}
      />
    </>
  )
}
