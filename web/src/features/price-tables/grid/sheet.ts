import { type Cell, isSame, isUnread, type Unread } from './price'

/** A column of the grid. The key stays when the code changes. */
export type ZoneColumn = { key: string; code: string }

/** A step of the ladder: weights above the step before, up to and including this one. */
export type Step = string | Unread

/** A row of the grid, with one cell for each zone. */
export type Band = { key: string; upTo: Step; cells: readonly Cell[] }

/** The grid as it is edited. It is never changed: an edit makes another one that shares the untouched rows. */
export type Sheet = { zones: readonly ZoneColumn[]; bands: readonly Band[] }

/** The column of the ladder. Zones count from 0. */
export const LADDER = -1

/** A range with both ends included. */
export type Range = { top: number; left: number; bottom: number; right: number }

export type Place = { row: number; col: number }

export type CellEdit = Place & { cell: Cell }
export type StepEdit = { row: number; step: Step }
export type Edits = { cells: readonly CellEdit[]; steps: readonly StepEdit[] }

export const NO_EDITS: Edits = { cells: [], steps: [] }

export const rangeOf = (a: Place, b: Place): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.col, b.col),
  right: Math.max(a.col, b.col),
})

export const isIn = ({ top, bottom, left, right }: Range, { row, col }: Place) =>
  row >= top && row <= bottom && col >= left && col <= right

/** From and to, both included. */
export const span = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

export const places = ({ top, left, bottom, right }: Range): Place[] =>
  span(top, bottom).flatMap((row) => span(left, right).map((col) => ({ row, col })))

export const sizeOf = ({ top, left, bottom, right }: Range) => (bottom - top + 1) * (right - left + 1)

const isSameStep = (a: Step, b: Step) =>
  isUnread(a) || isUnread(b) ? isUnread(a) && isUnread(b) && a.unread === b.unread : a === b

/** The sheet with these edits; the same sheet if they change nothing. */
export function edited(sheet: Sheet, { cells, steps }: Edits): Sheet {
  const rows = new Map<number, Band>()
  const bandAt = (row: number) => rows.get(row) ?? sheet.bands[row]
  for (const { row, col, cell } of cells) {
    const band = bandAt(row)
    if (!band || col < 0 || col >= sheet.zones.length || isSame(band.cells[col] ?? null, cell)) continue
    rows.set(row, { ...band, cells: band.cells.with(col, cell) })
  }
  for (const { row, step } of steps) {
    const band = bandAt(row)
    if (band && !isSameStep(band.upTo, step)) rows.set(row, { ...band, upTo: step })
  }
  if (rows.size === 0) return sheet
  return { ...sheet, bands: sheet.bands.map((band, row) => rows.get(row) ?? band) }
}

/** Keys of rows and columns that the server does not know yet. */
let made = 0
const newKey = () => `new-${++made}`

export const isNew = (key: string) => key.startsWith('new-')

const emptyCells = (zones: number): Cell[] => Array.from({ length: zones }, () => null)

/** A band without a weight, to be filled in. */
const emptyBand = (zones: number): Band => ({
  key: newKey(),
  upTo: { unread: '' },
  cells: emptyCells(zones),
})

/** The sheet with as many bands before `row`. */
export const withBands = (sheet: Sheet, row: number, count: number): Sheet => ({
  ...sheet,
  bands: sheet.bands.toSpliced(row, 0, ...span(1, count).map(() => emptyBand(sheet.zones.length))),
})

export const withoutBands = (sheet: Sheet, from: number, to: number): Sheet => ({
  ...sheet,
  bands: sheet.bands.toSpliced(from, to - from + 1),
})

/** The sheet with further zones at its end. */
export const withZones = (sheet: Sheet, codes: readonly string[]): Sheet => ({
  zones: [...sheet.zones, ...codes.map((code) => ({ key: newKey(), code }))],
  bands: sheet.bands.map((band) => ({ ...band, cells: [...band.cells, ...emptyCells(codes.length)] })),
})

/** The next codes in the manner of the present ones: 5 after 4, F after E, Z3 after Z2. */
export function nextCodes(present: readonly string[], count: number): string[] {
  const codes = [...present]
  for (let left = count; left > 0; left--) {
    let next = follower(codes.at(-1))
    while (codes.includes(next)) next = follower(next)
    codes.push(next)
  }
  return codes.slice(present.length)
}

function follower(code: string | undefined): string {
  if (code === undefined) return 'A'
  const [, head = '', digits] = /^(.*?)(\d+)$/.exec(code) ?? []
  if (digits) return head + String(Number(digits) + 1).padStart(digits.length, '0')
  return /^[A-Y]$/i.test(code) ? String.fromCharCode(code.charCodeAt(0) + 1) : `${code}2`
}

/** The first row of the range, again in each row below. */
export function filledDown({ bands }: Sheet, range: Range): Edits {
  const targets = places({ ...range, left: Math.max(0, range.left) })
  const cells = targets.map((place) => ({ ...place, cell: bands[range.top]?.cells[place.col] ?? null }))
  return { ...NO_EDITS, cells }
}

/** Cells of the range that are not offered any more. The ladder stays: a step without a weight is no step. */
export const cleared = (range: Range): Edits => ({
  ...NO_EDITS,
  cells: places({ ...range, left: Math.max(0, range.left) }).map((place) => ({ ...place, cell: null })),
})

export const countUnread = ({ bands }: Sheet) =>
  bands.reduce((sum, { upTo, cells }) => sum + cells.filter(isUnread).length + (isUnread(upTo) ? 1 : 0), 0)
