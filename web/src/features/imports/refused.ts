import type { ImportReason, ImportRefusedLine, ShipmentImport } from '@/api/schema'

/** Content of the cell that a reason is about; empty when the reason is about the row, or quotes the cell. */
export function cellOf(
  { columns }: Pick<ShipmentImport, 'columns'>,
  { cells }: Pick<ImportRefusedLine, 'cells'>,
  { column, message }: Pick<ImportReason, 'column' | 'message'>,
): string {
  const at = column === null ? -1 : columns.findIndex(({ key, name }) => key === column || name === column)
  const cell = cells[at] ?? ''
  return message.includes(cell) ? '' : cell
}
