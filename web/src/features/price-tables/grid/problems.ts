import { repeatedRows } from './patch'
import { isUnread } from './price'
import { type CellMark, LADDER_KEY, type Marks } from './row-views'
import { LADDER, type Place, type Sheet } from './sheet'

/** Something wrong in the sheet itself, before it is sent. */
export type Problem = { kind: 'price' | 'weight' | 'repeated'; place: Place; text: string }

/** Problems that are listed; the others are counted. */
const MOST = 50

/** All that keeps the sheet from being saved, by rows. */
export function problemsOf(sheet: Sheet): Problem[] {
  const repeated = new Set(repeatedRows(sheet))
  const problems: Problem[] = []
  for (const [row, { upTo, cells }] of sheet.bands.entries()) {
    const ladder = { row, col: LADDER }
    if (isUnread(upTo)) problems.push({ kind: 'weight', place: ladder, text: upTo.unread })
    else if (repeated.has(row)) problems.push({ kind: 'repeated', place: ladder, text: upTo })
    for (const [col, cell] of cells.entries()) {
      if (isUnread(cell)) problems.push({ kind: 'price', place: { row, col }, text: cell.unread })
    }
  }
  return problems
}

export const listed = <T>(problems: readonly T[]) => problems.slice(0, MOST)

/** The marks of the check with those of the sheet's own problems. */
export function withProblems(
  marks: Marks,
  sheet: Sheet,
  problems: readonly Problem[],
  textOf: (problem: Problem) => string,
): Marks {
  const all = new Map(marks)
  for (const problem of problems) {
    const band = sheet.bands[problem.place.row]
    if (!band) continue
    const key = problem.place.col === LADDER ? LADDER_KEY : (sheet.zones[problem.place.col]?.key ?? '')
    const mark: CellMark = { severity: 'error', text: textOf(problem) }
    all.set(band.key, new Map([...(all.get(band.key) ?? []), [key, mark]]))
  }
  return all
}
