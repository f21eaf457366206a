import type {
  PriceSheetFinding,
  PriceSheetForm,
  PriceSheetPart,
  PriceSheetReading,
  PriceSheetResult,
  PriceSheetRole,
} from '@/api/schema'

/** Nothing is decided: the server guesses. */
export const UNDECIDED: PriceSheetReading = { parts: [], left_out: [], left_out_columns: [], countries: [] }

const PRICE_ROLES: readonly PriceSheetRole[] = [
  'up_to',
  'from',
  'over',
  'price',
  'per_unit',
  'fee',
  'ignored',
]
const PLACE_ROLES: readonly PriceSheetRole[] = [
  'zone',
  'country',
  'postcode_from',
  'postcode_to',
  'airport',
  'max_weight',
  'ignored',
]

/** A list with a row for each price, whose zone stands in a column. */
export const isList = ({ form, reading }: PriceSheetResult) =>
  form !== 'places' && reading.parts.some(({ role }) => role === 'zone')

/** The roles that a column or row can be taken for. Nobody makes a column the zone of a list: its header does. */
export function rolesOf({ form }: PriceSheetResult, { role }: PriceSheetPart): readonly PriceSheetRole[] {
  if (form === 'places') return PLACE_ROLES
  return role === 'zone' ? ['zone', ...PRICE_ROLES] : PRICE_ROLES
}

/** Our own files and breaks of air cargo are read by their headers. */
export const hasParts = (form: PriceSheetForm) => form !== 'cells' && form !== 'breaks'

/** A column of the sheet; with weights across, a row. */
export type Line = PriceSheetPart & { header: string; samples: string[] }

const SAMPLES = 3

/** Columns are named as in a spreadsheet: A, B … AA. */
export function columnName(column: number): string {
  const rest = column - 1
  const last = String.fromCharCode(65 + (rest % 26))
  return rest < 26 ? last : columnName(Math.floor(rest / 26)) + last
}

/** The findings in the order of the sheet; of too many, those that refuse it come first. */
export function firstFindings(findings: PriceSheetFinding[], most: number): PriceSheetFinding[] {
  if (findings.length <= most) return findings
  const isError = ({ severity }: PriceSheetFinding) => severity === 'error'
  return [...findings.filter(isError), ...findings.filter((one) => !isError(one))].slice(0, most)
}

export const cellName = ({ row, column }: PriceSheetFinding) => `${columnName(column)}${row}`

/** What each column or row was taken for, with what stands in it. */
export function linesOf({ form, reading, rows }: PriceSheetResult): Line[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const across = form === 'across'
  const texts = across
    ? rows
    : Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ''))
  const head = reading.header_rows ?? 1
  return texts.flatMap((line, at) => {
    if (line.every((text) => text === '')) return []
    const known = reading.parts.find(({ number }) => number === at + 1)
    const header = line.slice(0, head).filter(Boolean).join(' ')
    const samples = line.slice(head).filter(Boolean).slice(0, SAMPLES)
    return [{ number: at + 1, role: 'ignored' as const, ...known, header, samples }]
  })
}

/** A column of weights across, which is read or not. */
export type WeightColumn = Pick<Line, 'number' | 'header' | 'samples'> & { isRead: boolean }

const BOUNDS: readonly PriceSheetRole[] = ['up_to', 'from', 'over']

/** The columns of the weights, when these stand across: their parts are the rows. */
export function weightColumnsOf({ form, reading, rows }: PriceSheetResult): WeightColumn[] {
  if (form !== 'across' && form !== 'breaks') return []
  const width = Math.max(0, ...rows.map((row) => row.length))
  const first = reading.header_rows ?? 0
  const weights = reading.parts.find(({ role }) => BOUNDS.includes(role))
  return Array.from({ length: width }, (_, at) => at).flatMap((at) => {
    const texts = rows.map((row) => row[at] ?? '').filter(Boolean)
    if (at < first || texts.length === 0) return []
    const header = (weights && rows[weights.number - 1]?.[at]) || (texts[0] ?? '')
    const samples = texts.filter((text) => text !== header).slice(0, SAMPLES)
    return [{ number: at + 1, header, samples, isRead: !reading.left_out_columns.includes(at + 1) }]
  })
}

/** The decisions with a column that is read or not. */
export function readColumn(decided: PriceSheetReading, number: number, isRead: boolean): PriceSheetReading {
  const others = decided.left_out_columns.filter((one) => one !== number)
  return { ...decided, left_out_columns: isRead ? others : [...others, number] }
}

/** Whether somebody must say what a column or row is for. The column that is guessed to be the zone is chosen as the others are. */
export const isUnclear = ({ form, findings }: PriceSheetResult, { number, role }: PriceSheetPart) =>
  findings.some(
    ({ code, row, column }) =>
      (code === 'per_unit_unclear' && (form === 'across' ? row : column) === number) ||
      (code === 'zone_column_unclear' && role === 'zone'),
  )

/** The decisions with another one about this column or row. */
export function decide(decided: PriceSheetReading, part: PriceSheetPart): PriceSheetReading {
  const others = decided.parts.filter(({ number }) => number !== part.number)
  return { ...decided, parts: [...others, part] }
}

/** Findings of a title, a note or a header that other rows depend on: without it, their prices would be taken for others. */
const OF_OTHER_ROWS: readonly PriceSheetFinding['code'][] = [
  'other_currency',
  'other_unit',
  'per_unit_unclear',
  'step_prices',
  'fee_per_piece',
  'fee_per_shipment',
  'fee_unclear',
  'number_format_unclear',
  'repeated_column',
  'zone_column_unclear',
  'no_prices',
]

const hasOwnError = ({ code, severity }: PriceSheetFinding) =>
  severity === 'error' && !OF_OTHER_ROWS.includes(code)

/** The decisions without the rows of the sheet that have errors of their own. */
export function leaveOut(decided: PriceSheetReading, findings: PriceSheetFinding[]): PriceSheetReading {
  const own = findings.filter(hasOwnError)
  return { ...decided, left_out: [...new Set([...decided.left_out, ...own.map(({ row }) => row)])] }
}

/** The same of the weights across: the columns before them have the names of the zones. */
export function leaveOutColumns(
  decided: PriceSheetReading,
  { findings, reading }: PriceSheetResult,
): PriceSheetReading {
  const first = reading.header_rows ?? 0
  const own = findings.filter((one) => hasOwnError(one) && one.column > first).map(({ column }) => column)
  return { ...decided, left_out_columns: [...new Set([...decided.left_out_columns, ...own])] }
}
