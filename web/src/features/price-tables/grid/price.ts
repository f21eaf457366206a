import { canonical, isNotOffered, type Mark, readNumber, withoutCurrency } from './numbers'

export type Method = 'cell' | 'per_unit' | 'break' | 'base_step'

/** How a cell prices a weight. Numbers are decimal texts, as the API has them. */
export type Price =
  | { method: 'cell' | 'per_unit' | 'break'; amount: string }
  | { method: 'base_step'; amount: string; step: string; step_amount: string }

/** A text that is no price. It stays until somebody corrects it. */
export type Unread = { unread: string }

/** `null` is not offered. */
export type Cell = Price | Unread | null

/** Settings by which the texts of a table are read and written. */
export type Notation = {
  currency: string
  /** Decimals of the currency. */
  decimals: number
  unit: string
  mark: Mark
}

export const isUnread = (value: unknown): value is Unread =>
  typeof value === 'object' && value !== null && 'unread' in value

export function isSame(a: Cell, b: Cell): boolean {
  if (a === b) return true
  if (a === null || b === null) return false
  if (isUnread(a) || isUnread(b)) return isUnread(a) && isUnread(b) && a.unread === b.unread
  return textOf(a) === textOf(b)
}

const textOf = (price: Price) =>
  [price.method, canonical(price.amount)]
    .concat(price.method === 'base_step' ? [canonical(price.step), canonical(price.step_amount)] : [])
    .join(' ')

/** The amount with at least the decimals of its currency. */
export function writeAmount(amount: string, { decimals, mark }: Notation): string {
  const [whole = '0', fraction = ''] = canonical(amount).split('.')
  const places = fraction.padEnd(decimals, '0')
  return places === '' ? whole : `${whole}${mark}${places}`
}

const writeNumber = (number: string, { mark }: Notation) => canonical(number).replace('.', mark)

/**
 * A price as it is shown, typed and copied: `12.50`, `4.10/kg` per unit, `≥ 4.10/kg` a quantity break, `12.50 + 1.10/0.5 kg`
 * for a base and steps.
 */
export function writeCell(cell: Cell, notation: Notation): string {
  if (cell === null) return ''
  if (isUnread(cell)) return cell.unread
  const amount = writeAmount(cell.amount, notation)
  switch (cell.method) {
    case 'cell':
      return amount
    case 'per_unit':
      return `${amount}/${notation.unit}`
    case 'break':
      return `≥ ${amount}/${notation.unit}`
    case 'base_step': {
      const step = `${writeNumber(cell.step, notation)} ${notation.unit}`
      return `${amount} + ${writeAmount(cell.step_amount, notation)}/${step}`
    }
  }
}

function readAmount(text: string, notation: Notation): string | undefined {
  const amount = withoutCurrency(text, notation.currency)
  return amount === undefined ? undefined : readNumber(amount, notation.mark)
}

/** A number of a step with or without the unit of the table: '0.5 kg'. */
function readStep(text: string, { unit, mark }: Notation): string | undefined {
  const trimmed = text.trim()
  const isNamed = trimmed.toLowerCase().endsWith(unit)
  return readNumber(isNamed ? trimmed.slice(0, -unit.length) : trimmed, mark)
}

function readPrice(text: string, notation: Notation): Price | undefined {
  const [base = '', steps] = text.split('+', 2)
  if (steps !== undefined) {
    const [amountText = '', stepText = ''] = steps.split('/', 2)
    const amount = readAmount(base, notation)
    const step_amount = readAmount(amountText, notation)
    const step = readStep(stepText, notation)
    if (!amount || !step_amount || !step || step === '0') return undefined
    return { method: 'base_step', amount, step, step_amount }
  }
  const [, isBreak, bare = '', unit] = /^(≥|>=)?(.*?)(?:\/\s*(\p{L}*))?$/su.exec(text) ?? []
  if (unit !== undefined && unit !== '' && unit.toLowerCase() !== notation.unit) return undefined
  const amount = readAmount(bare, notation)
  if (!amount) return undefined
  if (isBreak) return { method: 'break', amount }
  return { method: unit === undefined ? 'cell' : 'per_unit', amount }
}

/** The cell that a text stands for. A bare amount keeps the method of the price it replaces. */
export function readCell(text: string, notation: Notation, before: Cell = null): Cell {
  if (isNotOffered(text)) return null
  const price = readPrice(text.trim(), notation)
  if (!price) return { unread: text.trim() }
  if (price.method !== 'cell' || before === null || isUnread(before)) return price
  return { ...before, amount: price.amount }
}

/** The amount of a price, for the comparison with others. */
export const amountOf = (cell: Cell) => (cell === null || isUnread(cell) ? undefined : cell.amount)
