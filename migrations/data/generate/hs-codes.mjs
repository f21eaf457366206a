// Writes hs_codes.csv: the six-digit codes of the Harmonized System with their names. Downloads nothing.
//
//   node generate/hs-codes.mjs --harmonized-system FILE --node-modules DIR
//
// FILE is data/harmonized-system.csv of the repository named in README.md, DIR has the package br-data.

import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseCsv, writeRows } from './csv.mjs'

const { values: args } = parseArgs({
  options: { 'harmonized-system': { type: 'string' }, 'node-modules': { type: 'string' } },
})
const folder = path.dirname(import.meta.dirname)

function rowsOf(file) {
  const [head, ...rows] = parseCsv(fs.readFileSync(file, 'utf8'))
  return rows.map((row) => Object.fromEntries(head.map((column, index) => [column, row[index]])))
}

const ncm = new Map(
  JSON.parse(fs.readFileSync(path.join(args['node-modules'], 'br-data/data/ncm/data.json'), 'utf8')).map((row) => [
    row.codigo,
    row,
  ]),
)
const words = new Map(
  rowsOf(path.join(folder, 'source/hs_words.csv')).map(({ code, ...texts }) => [code, Object.values(texts).join(' ')]),
)

const clean = (text) => text.replace(/^[-\s]+|[.:\s]+$/g, '')

// The Mercosur names are short and mean something only below their headings: "Others".
function portuguese(code) {
  const own = [code, `${code}0`, `${code}00`].map((one) => ncm.get(one)).find(Boolean)
  const names = []
  for (let row = own; row && row.codigo.length >= 4; row = ncm.get(row.codigoPai)) names.unshift(clean(row.descricao))
  return names.length > 0 ? names.join(': ') : null
}

const codes = rowsOf(args['harmonized-system']).filter(({ hscode }) => /^\d{6}$/.test(hscode))
const rows = codes.map(({ hscode, description }) => {
  const pt = portuguese(hscode)
  return {
    code: hscode,
    name_locale: { en: clean(description), ...(pt && { pt }) },
    words: words.get(hscode) ?? '',
  }
})
const known = new Set(rows.map(({ code }) => code))
for (const code of words.keys()) if (!known.has(code)) throw new Error(`source/hs_words.csv: no code ${code}`)
writeRows('hs_codes', ['code', 'name_locale', 'words'], rows)
