import { reportKeyValues } from '@/api/schema'
import { listSpec, oneOf, wholeNumber } from '@/ui/table/list-spec'

/** Parameters of the list of schedules in the address. */
export const reportScheduleList = listSpec({
  name: 'report-schedules',
  sortable: ['created_at', 'name', 'next_at', 'state'],
  filters: { report: oneOf(reportKeyValues), state: wholeNumber },
})
