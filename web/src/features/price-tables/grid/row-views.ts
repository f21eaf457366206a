import type { Cell } from './price'
import type { Band, Range, Sheet, Step } from './sheet'

/** Findings of the check about a cell. */
export type CellMark = { severity: 'error' | 'warning'; text: string }

/** Marks of one row by the keys of its zones; `LADDER_KEY` for the weight. */
export type RowMarks = ReadonlyMap<string, CellMark>
export type Marks = ReadonlyMap<string, RowMarks>

export const LADDER_KEY = 'ladder'

/** A row as the grid draws it. It is another object only when it has to be drawn again. */
export type RowView = {
  row: number
  band: Band
  /** The lower bound: the weight of the band before. */
  from: Step | undefined
  /** First and last selected column. */
  left: number | undefined
  right: number | undefined
  marks: RowMarks | undefined
  /** The text of the cell that is being edited, or the cell that is filled in. */
  change?: { col: number; text: string } | { col: number; cell: Cell }
}

/** Makes the views of the rows, and keeps those that did not change: only they are not drawn again. */
export function makeViews() {
  const known = new WeakMap<Band, RowView>()
  return ({ bands }: Sheet, range: Range | undefined, marks: Marks): RowView[] =>
    bands.map((band, row) => {
      const isSelected = range !== undefined && row >= range.top && row <= range.bottom
      const view: RowView = {
        row,
        band,
        from: bands[row - 1]?.upTo,
        left: isSelected ? range.left : undefined,
        right: isSelected ? range.right : undefined,
        marks: marks.get(band.key),
      }
      const before = known.get(band)
      if (before && isDrawnAlike(before, view)) return before
      known.set(band, view)
      return view
    })
}

const isDrawnAlike = (a: RowView, b: RowView) =>
  a.row === b.row && a.from === b.from && a.left === b.left && a.right === b.right && a.marks === b.marks
