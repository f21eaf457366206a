import type { ReportGroup } from '@/api/schema'

export type ChartPoint = { name: string; value: number }

/** More groups than these are not told apart: the smaller ones are shown together. */
const MOST = 12

/** The number of rows, or the sum of a column in one currency. */
export type ChartMeasure = { column: string; currency: string | null } | undefined

/** The total that is drawn first where the number of rows says little, as that of wallets: the first of these that has a total. */
const MAIN_COLUMNS: Partial<Record<string, string[]>> = {
  wallets: ['closing'],
  entries: ['amount'],
  margins: ['margin', 'total'],
  levels: ['stock_value', 'on_hand'],
  balances: ['stock_value', 'closing_units'],
}

export function mainMeasure<M extends { measure: NonNullable<ChartMeasure> }>(view: string, measures: M[]) {
  const found = MAIN_COLUMNS[view]?.map((key) => measures.find(({ measure }) => measure.column === key))
  return found?.find((measure) => measure !== undefined)
}

export function measureOf({ rows, totals }: ReportGroup, measure: ChartMeasure): number {
  if (!measure) return rows
  const found = totals.find(
    ({ column, currency }) => column === measure.column && currency === measure.currency,
  )
  return Number(found?.amount ?? 0)
}

/** The points of the chart. Days, weeks and months stay as they are; of other groups the largest, and the rest as one. */
export function chartPoints(
  groups: ReportGroup[],
  measure: ChartMeasure,
  isByTime: boolean,
  others: string,
): ChartPoint[] {
  const points = groups.map((group) => ({ name: group.name, value: measureOf(group, measure) }))
  if (isByTime || points.length <= MOST) return points
  const sorted = points.toSorted((a, b) => b.value - a.value)
  const rest = sorted.slice(MOST - 1).reduce((sum, { value }) => sum + value, 0)
  return [...sorted.slice(0, MOST - 1), { name: others, value: rest }]
}
