import type { Column } from '../columns'

/** A value in a file. A day or a moment is a `Date`. */
export type CellValue = string | number | Date | null

/** The parts of a column that a file needs. */
export type FileColumn<T> = Pick<Column<T>, 'header' | 'cell' | 'text'>

/** The value of a cell: `text`, or the cell itself where that is plain. */
export function valueOfCell<T>({ cell, text }: FileColumn<T>, row: T): CellValue {
  if (text) return text(row)
  const shown = cell(row)
  return typeof shown === 'string' || typeof shown === 'number' ? shown : null
}
