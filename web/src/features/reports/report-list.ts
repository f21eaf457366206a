import { type ReportKey, reportViewKeyValues } from '@/api/schema'
import { day, listSpec, oneOf, recordId, words, yesOrNo } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'
import { COLUMN_KEYS } from './column-keys'

/** Spans of time, into which a period is cut for the chart. */
export const SPANS = ['month', 'week', 'day'] as const

/** All countries, in the address of a report that has some of its own. */
export const ALL_COUNTRIES = 'all'

const specOf = (report: ReportKey) =>
  listSpec({
    // Views and columns are those of one report.
    name: `report_${report}`,
    sortable: COLUMN_KEYS,
    filters: {
      rows: oneOf(reportViewKeyValues),
      period: oneOf(COLUMN_KEYS),
      from: day,
      to: day,
      time_zone: words,
      client_id: recordId,
      client_group_id: recordId,
      subsidiary_id: recordId,
      partner_id: recordId,
      provider_id: recordId,
      service_id: recordId,
      warehouse_id: recordId,
      item_id: recordId,
      price_table_id: recordId,
      country: words,
      status: words,
      direction: oneOf(['export', 'import', 'domestic']),
      include_inactive: yesOrNo,
      group_by: oneOf([...SPANS, ...COLUMN_KEYS]),
    },
  })

/** Parameters of each report in the address. */
export const REPORT_LISTS = {
  shipments: specOf('shipments'),
  detailed_shipments: specOf('detailed_shipments'),
  shipments_lacc: specOf('shipments_lacc'),
  stocks: specOf('stocks'),
  detail_stock: specOf('detail_stock'),
  financial: specOf('financial'),
  insurance: specOf('insurance'),
  price_table: specOf('price_table'),
} satisfies Record<ReportKey, ReturnType<typeof specOf>>

export type ReportListState = ListState<(typeof REPORT_LISTS)['shipments']['defaults']>

/** The parameters that decide the rows. The choice of rows is `rows` in the address, where `view` is a saved view. */
export function rowsQuery({ query }: Pick<ReportListState, 'query'>) {
  const { page: _, per_page: __, sort: ___, search: ____, group_by: _____, rows, country, ...filter } = query
  return {
    ...filter,
    ...(rows && { view: rows }),
    ...(country && { country: country === ALL_COUNTRIES ? '' : country }),
  }
}

/** Whether rows are left out. Which rows a report has, and how they are grouped, leaves none out. */
export const leavesRowsOut = (list: Pick<ReportListState, 'query'>) =>
  Object.keys(rowsQuery(list)).some((key) => key !== 'view')

/** Clearing the filters keeps which rows are shown, and how they are grouped. */
export function clearRows({ values, apply }: Pick<ReportListState, 'values' | 'apply'>) {
  const { rows, group_by, per_page, sort, columns } = values
  apply({ rows, group_by, per_page, sort, columns })
}
