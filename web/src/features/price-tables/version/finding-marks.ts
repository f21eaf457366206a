import type { PriceFinding } from '@/api/schema'
import { canonical } from '../grid/numbers'
import { LADDER_KEY, type Marks, type RowMarks } from '../grid/row-views'
import { LADDER, type Place, type Sheet } from '../grid/sheet'

/** The findings at cells and weights of a sheet, by the keys of its rows and columns. Notes are not marked. */
export function marksOf(
  findings: readonly PriceFinding[],
  sheet: Sheet,
  textOf: (one: PriceFinding) => string,
): Marks {
  const rows = new Map(sheet.bands.map(({ key, upTo }) => [upTo, key]))
  const columns = new Map(sheet.zones.map(({ key, code }) => [code, key]))
  const marks = new Map<string, RowMarks>()
  for (const finding of findings) {
    const { severity, place } = finding
    const row = place.up_to ? rows.get(canonical(place.up_to)) : undefined
    if (!row || severity === 'note') continue
    const column = place.zone ? (columns.get(place.zone) ?? LADDER_KEY) : LADDER_KEY
    const before = marks.get(row)
    // The worst comes first.
    if (before?.has(column)) continue
    marks.set(row, new Map([...(before ?? []), [column, { severity, text: textOf(finding) }]]))
  }
  return marks
}

/** Where a finding stands in the sheet; undefined if it is not about a price or a weight. */
export function placeIn(
  sheet: Sheet,
  { zone, up_to }: { zone?: string | null; up_to?: string | null },
): Place | undefined {
  if (!up_to) return undefined
  const row = sheet.bands.findIndex(({ upTo }) => upTo === canonical(up_to))
  const col = zone ? sheet.zones.findIndex(({ code }) => code === zone) : LADDER
  return row < 0 ? undefined : { row, col }
}
