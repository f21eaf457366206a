import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { reportScheduleList } from '@/features/reports/schedules/list'
import { SchedulesPage } from '@/features/reports/schedules/SchedulesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/reports/schedules')({
  validateSearch: reportScheduleList.validate,
  search: { middlewares: [stripSearchParams(reportScheduleList.defaults)] },
  loader: () => loadTexts('report-schedules', 'reports'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="report_schedules" right="report_schedule.list">
      <SchedulesPage />
    </OnMenu>
  )
}
