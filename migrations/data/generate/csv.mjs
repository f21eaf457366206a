// Reads and writes the CSV files of migrations/data in the form that Postgres' COPY takes.

import fs from 'node:fs'
import path from 'node:path'

const folder = path.dirname(import.meta.dirname)
const fileOf = (name) => path.join(folder, `${name}.csv`)

export function parseCsv(text) {
  const rows = []
  let row = []
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

export function readRows(name) {
  if (!fs.existsSync(fileOf(name))) return []
  const [head, ...rows] = parseCsv(fs.readFileSync(fileOf(name), 'utf8'))
  return rows.map((row) => Object.fromEntries(head.map((column, index) => [column, row[index] === '' ? null : row[index]])))
}

const cell = (value) => {
  if (value === null || value === undefined) return ''
  let text = String(value)
  if (Array.isArray(value)) text = `{${value.map((item) => `"${item.replaceAll(/(["\\])/g, '\\$1')}"`).join(',')}}`
  else if (typeof value === 'object') text = JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function writeRows(name, columns, rows) {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','))
  fs.writeFileSync(fileOf(name), `${columns.join(',')}\n${lines.join('\n')}\n`)
}

/** Gives each row the id it already has in the CSV, or the next free one; keeps what the source dropped. */
export function rowsWithIds(name, keyOf, rows) {
  const kept = new Map(readRows(name).map((row) => [keyOf(row), { ...row, id: Number(row.id) }]))
  let next = Math.max(0, ...[...kept.values()].map((row) => row.id))
  const result = rows.map((row) => {
    const id = kept.get(keyOf(row))?.id ?? ++next
    kept.delete(keyOf(row))
    return { ...row, id }
  })
  for (const [key, row] of kept) console.warn(`${name}: ${key} is gone from its source and was kept`) ?? result.push(row)
  return result.sort((a, b) => a.id - b.id)
}
