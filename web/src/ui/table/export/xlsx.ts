import { strToU8, zipSync } from 'fflate'
import type { CellValue } from './cells'

/** The most that a cell can hold. */
const MAX_CHARACTERS = 32_767
const WIDTH = 22
const DAY_MS = 86_400_000
/** 1970-01-01 in days of a spreadsheet. */
const EPOCH = 25_569

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The cell formats of `STYLES`. */
const BOLD = 1
const MOMENT = 2

const xml = (content: string) =>
  strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`)

const CONTENT_TYPES = xml(
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
)
const relations = (targets: [type: string, target: string][]) =>
  xml(
    `<Relationships xmlns="${PACKAGE}/relationships">${targets.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
  )
const WORKBOOK = xml(
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
)
const STYLES = xml(
  `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
)

/** Without what XML cannot hold. `_x0041_` would be read as a character, so its underscore is written as one. */
const escaped = (text: string) =>
  text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(/\p{Cc}/gu, (sign) => ('\t\n\r'.includes(sign) ? sign : ''))
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Texts are typed as text, so none runs as a formula. */
const textCell = (text: string, style = 0) =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** A workbook with one sheet; numbers and moments are typed. `moment` gives 2026-11-25 14:10:05. */
export function xlsxFile(header: string[], rows: CellValue[][], moment: (at: Date) => string): Blob {
  const cell = (value: CellValue) => {
    if (value === null || value === '') return '<c/>'
    if (typeof value === 'number') return `<c><v>${value}</v></c>`
    if (typeof value === 'string') return textCell(value)
    const days = Date.parse(`${moment(value).replace(' ', 'T')}Z`) / DAY_MS + EPOCH
    return `<c s="${MOMENT}"><v>${days}</v></c>`
  }
  const line = (cells: string[]) => `<row>${cells.join('')}</row>`
  const lines = [line(header.map((text) => textCell(text, BOLD))), ...rows.map((row) => line(row.map(cell)))]
  const sheet = xml(
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${header.length}" width="${WIDTH}" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
  )
  const files = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheet,
  }
  // In one piece: its workers come from addresses that the content security policy refuses.
  return new Blob([zipSync(files) as Uint8Array<ArrayBuffer>], { type: `${TYPE}.sheet` })
}
