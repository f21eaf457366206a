import type { QueryClient } from '@tanstack/react-query'
import {
  invalidateReportScheduleList,
  invalidateReportScheduleShow,
} from '@/api/generated/endpoints/reports/reports'
import type { ReportSchedule } from '@/api/schema'

/** Brings what shows a schedule up to date. */
export function refreshReportSchedules(client: QueryClient, { id }: Pick<ReportSchedule, 'id'>) {
  void invalidateReportScheduleList(client)
  void invalidateReportScheduleShow(client, id)
}
