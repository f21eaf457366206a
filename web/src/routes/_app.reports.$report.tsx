import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router'
import { type ReportKey, reportKeyValues } from '@/api/schema'
import { Permitted } from '@/blocks/Permitted'
import { ReportPage } from '@/features/reports/ReportPage'
import { REPORT_LISTS } from '@/features/reports/report-list'
import { loadTexts } from '@/i18n'

const isReport = (name: string): name is ReportKey => (reportKeyValues as readonly string[]).includes(name)

export const Route = createFileRoute('/_app/reports/$report')({
  // All reports have the same parameters.
  validateSearch: REPORT_LISTS.shipments.validate,
  search: { middlewares: [stripSearchParams(REPORT_LISTS.shipments.defaults)] },
  loader: ({ params }) => {
    if (!isReport(params.report)) throw notFound()
    return loadTexts('reports', 'report-schedules', 'codes')
  },
  component: Show,
})

function Show() {
  const { report } = Route.useParams()
  if (!isReport(report)) return null
  return (
    <Permitted to="report.show">
      <ReportPage key={report} report={report} />
    </Permitted>
  )
}
