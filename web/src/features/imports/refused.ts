import { codeText } from '@/api/errors'
import type { Import, ImportCell, ImportReason, ImportRefusedLine } from '@/api/schema'

type Columns = Pick<Import, 'columns' | 'mapping'>

/**
 * A reason with the name of its column and the content of its cell. Both are empty when the reason is about the row, and the
 * cell is when the reason quotes it.
 */
export function saidOf(
  { columns }: Pick<Import, 'columns'>,
  { cells }: Pick<ImportRefusedLine, 'cells'>,
  reason: Said,
) {
  const { column } = reason
  const at = column === null ? -1 : columns.findIndex(({ key, name }) => key === column || name === column)
  const cell = (cells[at] ?? '').trim()
  const said = textOf(reason)
  return { column: columns[at]?.name ?? '', cell: said.includes(cell) ? '' : cell, message: said }
}

type Said = Pick<ImportReason, 'code' | 'column' | 'message' | 'params'>

/** A message without the name of its column, with which the server begins it for files of refused rows. */
const bare = (message: string, column: string | null) =>
  column !== null && message.startsWith(`${column}: `) ? message.slice(column.length + 2) : message

/** A reason as the account writes dates, without the name of its column. */
export const textOf = ({ code, column, message, params }: Said) =>
  codeText(code, params, bare(message, column))

/** Content of a column in a line; empty without the column. */
function contentOf({ columns }: Columns, cells: string[], source: string | null | undefined): string {
  const at = source ? columns.findIndex(({ key }) => key === source) : -1
  return (cells[at] ?? '').trim()
}

/**
 * The order and the recipient of a refused line, the number and the name of its client, or the number and the lot of its
 * goods, as the file has them.
 */
export function nameOf(shown: Columns, { cells }: Pick<ImportRefusedLine, 'cells'>) {
  const sourceOf = (field: string) => shown.mapping.columns.find((column) => column.field === field)?.source
  return {
    reference: contentOf(
      shown,
      cells,
      sourceOf('external_ref') ??
        shown.mapping.group_by ??
        sourceOf('client_code') ??
        sourceOf('client_document') ??
        sourceOf('stock_sku'),
    ),
    recipient: contentOf(
      shown,
      cells,
      sourceOf('to_name') ?? sourceOf('client_name') ?? sourceOf('stock_lot'),
    ),
  }
}

/** A cell that can be corrected: its column, its content and why it was refused. */
export type Wrong = { column: string; name: string; value: string; message: string }

/** The refused cells of a line. A reason without a column is about the whole row. */
export function wrongCells(shown: Columns, line: Pick<ImportRefusedLine, 'cells' | 'reasons'>): Wrong[] {
  const wrong = new Map<string, Wrong>()
  for (const reason of line.reasons) {
    const { column, field } = reason
    if (column === null) continue
    const source = shown.mapping.columns.find((own) => own.field === field)?.source
    const at = shown.columns.findIndex(({ key, name }) => (source ? key === source : name === column))
    const own = shown.columns[at]
    if (own?.key && !wrong.has(own.key)) {
      const message = textOf(reason)
      wrong.set(own.key, { column: own.key, name: own.name, value: line.cells[at] ?? '', message })
    }
  }
  return [...wrong.values()]
}

/** Typed text, by row and column. */
export type Typed = Record<number, Record<string, string>>

/** The lines with changed cells, as the server takes them. */
export function changedLines(typed: Typed): { line: number; cells: ImportCell[] }[] {
  return Object.entries(typed).map(([line, cells]) => ({
    line: Number(line),
    cells: Object.entries(cells).map(([column, value]) => ({ column, value })),
  }))
}
