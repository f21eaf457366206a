import type { PriceCellDifference } from '@/api/schema'
import { canonical } from '../grid/numbers'

export type Change = 'added' | 'removed' | 'raised' | 'lowered' | 'otherwise'

/** The change of a price. */
export function changeOf({ before, after, pct }: PriceCellDifference): Change {
  if (!before) return 'added'
  if (!after) return 'removed'
  if (pct === null || pct === undefined) {
    const [old, now] = [Number(before.amount), Number(after.amount)]
    if (before.method !== after.method || old === now) return 'otherwise'
    return now > old ? 'raised' : 'lowered'
  }
  return Number(pct) > 0 ? 'raised' : 'lowered'
}

/** Differences by their weights, which are the rows, and their zones, which are the columns. */
export function tableOf(cells: readonly PriceCellDifference[], order: readonly string[]) {
  const zones = [...new Set([...order, ...cells.map(({ zone }) => zone)])].filter((zone) =>
    cells.some((cell) => cell.zone === zone),
  )
  const rows = new Map<string, Map<string, PriceCellDifference>>()
  for (const cell of cells) {
    const upTo = canonical(cell.up_to)
    rows.set(upTo, (rows.get(upTo) ?? new Map()).set(cell.zone, cell))
  }
  const steps = [...rows].sort(([a], [b]) => Number(a) - Number(b))
  return {
    zones,
    rows: steps.map(([upTo, byZone]) => ({ upTo, cells: zones.map((zone) => byZone.get(zone)) })),
  }
}
