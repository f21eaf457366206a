import { readStep } from './ladder'
import { type Mark, markOf } from './numbers'
import { type Notation, readCell } from './price'
import {
  type Edits,
  edited,
  LADDER,
  nextCodes,
  type Place,
  type Range,
  type Sheet,
  withBands,
  withZones,
} from './sheet'

/** The effect of a paste. */
export type Paste = {
  /** The grid grows by these before the cells are written. */
  bands: number
  codes: string[]
  edits: Edits
  /** The range that is written. */
  range: Range
  /** The mark that the numbers were read with, if they are not the reader's own. */
  mark: Mark
}

/** Bounds of one version. A paste beyond them is a mistake. */
export const MAX_BANDS = 1000
export const MAX_ZONES = 200

const isNumberLike = (text: string) => /\d/.test(text) && !/\p{L}{4,}/u.test(text)

/** A copied table with its zones above and its weights at the left. */
function hasHeadings(rows: readonly (readonly string[])[], codes: readonly string[]): boolean {
  const [first = [], ...rest] = rows
  const names = first.slice(1).map((name) => name.trim())
  if (rest.length === 0 || names.length === 0 || names.some((name) => name === '')) return false
  if (!rest.every(([weight = '']) => isNumberLike(weight))) return false
  const areNew = new Set(names).size === names.length
  // Numbers can be zones, but only where they count: "1, 2, 3".
  const areNumbers = names.every((name) => /^\d+([.,]\d+)?$/.test(name))
  const isCounted = names.every((name, at) => name === String(at + 1))
  return areNew && (!areNumbers || isCounted || names.every((name) => codes.includes(name)))
}

/** Plans a paste at a place of the grid; a whole table with headings finds its zones by their codes. */
export function plan(
  sheet: Sheet,
  at: Place,
  rows: readonly (readonly string[])[],
  notation: Notation,
): Paste {
  const codes = sheet.zones.map(({ code }) => code)
  const mark = markOf(rows.flat(), notation.decimals, notation.mark)
  const reading = { ...notation, mark }
  const isTable = (at.col === LADDER || sheet.zones.length === 0) && hasHeadings(rows, codes)
  return isTable ? tablePlan(sheet, at.row, rows, reading) : rangePlan(sheet, at, rows, reading)
}

function tablePlan(
  sheet: Sheet,
  top: number,
  rows: readonly (readonly string[])[],
  notation: Notation,
): Paste {
  const present = sheet.zones.map(({ code }) => code)
  const names = (rows[0] ?? []).slice(1).map((name) => name.trim())
  const codes = names.filter((name) => !present.includes(name))
  const all = [...present, ...codes]
  const columns = names.map((name) => all.indexOf(name))
  return written(sheet, { row: top, col: LADDER }, rows.slice(1), [LADDER, ...columns], codes, notation)
}

function rangePlan(sheet: Sheet, at: Place, rows: readonly (readonly string[])[], notation: Notation): Paste {
  const width = Math.max(...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) => at.col + index)
  const missing = Math.max(0, at.col + width - sheet.zones.length)
  const codes = nextCodes(
    sheet.zones.map(({ code }) => code),
    missing,
  )
  return written(sheet, at, rows, columns, codes, notation)
}

function written(
  sheet: Sheet,
  at: Place,
  rows: readonly (readonly string[])[],
  columns: readonly number[],
  codes: string[],
  notation: Notation,
): Paste {
  const cells = rows.flatMap((texts, index) =>
    columns.flatMap((col, from) => {
      const before = sheet.bands[at.row + index]?.cells[col] ?? null
      const text = texts[from] ?? ''
      return col === LADDER ? [] : [{ row: at.row + index, col, cell: readCell(text, notation, before) }]
    }),
  )
  const ladder = columns.indexOf(LADDER)
  const steps = rows.map((texts, index) => ({
    row: at.row + index,
    step: readStep(texts[ladder] ?? '', notation.unit, notation.mark),
  }))
  return {
    bands: Math.max(0, at.row + rows.length - sheet.bands.length),
    codes,
    edits: { cells, steps: ladder < 0 ? [] : steps },
    range: {
      top: at.row,
      bottom: at.row + rows.length - 1,
      left: Math.min(...columns),
      right: Math.max(...columns),
    },
    mark: notation.mark,
  }
}

export const grows = ({ bands, codes }: Paste) => bands > 0 || codes.length > 0

export const isTooLarge = (sheet: Sheet, { bands, codes }: Paste) =>
  sheet.bands.length + bands > MAX_BANDS || sheet.zones.length + codes.length > MAX_ZONES

/** The sheet after the paste. */
export function pasted(sheet: Sheet, { bands, codes, edits }: Paste): Sheet {
  const wider = codes.length === 0 ? sheet : withZones(sheet, codes)
  const longer = bands === 0 ? wider : withBands(wider, wider.bands.length, bands)
  return edited(longer, edits)
}
