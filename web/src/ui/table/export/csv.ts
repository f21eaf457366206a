import type { CellValue } from './cells'

// As `server/core/src/files/formula.rs`: a spreadsheet would run such a cell, and formulas can send data away.
const SIGNS = /^ *[=+\-@＝＋－＠\t\r\n]/
const PLAIN_NUMBER = /^ *[+-]\d[\d.,]*$/

const isDangerous = (cell: string) => SIGNS.test(cell) && !PLAIN_NUMBER.test(cell)

/** With an apostrophe before what a spreadsheet would run. */
export const guarded = (cell: string) => (isDangerous(cell.replace(/^'+/, '')) ? `'${cell}` : cell)

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** UTF-8 with commas; numbers with a point, moments as 2026-11-25 14:10:05. */
export function csvFile(header: string[], rows: CellValue[][], moment: (at: Date) => string): Blob {
  const text = (cell: CellValue) => {
    if (cell === null) return ''
    if (cell instanceof Date) return moment(cell)
    return typeof cell === 'number' ? String(cell) : quoted(guarded(cell))
  }
  const lines = [header, ...rows].map((cells) => cells.map(text).join(','))
  // The mark tells a spreadsheet that this is UTF-8.
  return new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
}
