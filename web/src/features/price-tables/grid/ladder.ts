import { type Mark, readNumber } from './numbers'
import { isUnread, type Notation } from './price'
import type { Step } from './sheet'

/** Units of weight in grams, by the words that sheets use. */
const UNITS: readonly [words: RegExp, unit: string, grams: number][] = [
  [/^(kgs?|kilos?|quilos?|kilograms?|公斤|千克)$/, 'kg', 1000],
  [/^(g|grs?|grams?|gramas?|gramos?|克)$/, 'g', 1],
  [/^(lbs?|pounds?|libras?|磅)$/, 'lb', 453.59237],
  [/^(oz|ounces?|onças?|onzas?)$/, 'oz', 28.349523125],
]

const UP_TO = /^(up ?to|until|not over|max\.?|até|ate|hasta|jusqu['’]?[aà]|bis|≤|<=)\s*/

/** The upper bound of a band, in the unit of the table: `500g`, `up to 2 kg`, `0.5 – 1`. */
export function readStep(text: string, unit: string, mark: Mark): Step {
  const unread = { unread: text.trim() }
  const bare = text.trim().toLowerCase().replace(UP_TO, '')
  const [, number = '', word = ''] = /^([\d.,'’\s]*?)\s*(\p{L}*)\.?$/u.exec(upperEnd(bare)) ?? []
  const value = readNumber(number, mark)
  if (value === undefined || value === '0') return unread
  if (word === '') return value
  const named = UNITS.find(([words]) => words.test(word))
  if (!named) return unread
  const own = UNITS.find(([, name]) => name === unit)
  if (!own || named === own) return own ? value : unread
  return inUnit(Number(value) * (named[2] / own[2])) ?? unread
}

/** A range of weights ends the band: `0.5 – 1 kg`. */
const upperEnd = (text: string) => /^[\d.,]+\s*\p{L}*\s*[-–—]\s*(.+)$/u.exec(text)?.[1] ?? text

/** With three decimals at most, as scales have them; a weight that needs more is no step of this ladder. */
function inUnit(value: number): string | undefined {
  const rounded = Number(value.toFixed(3))
  return Math.abs(rounded - value) < 1e-9 && rounded > 0 ? String(rounded) : undefined
}

export const writeStep = (step: Step, { mark }: Notation) =>
  isUnread(step) ? step.unread : step.replace('.', mark)
