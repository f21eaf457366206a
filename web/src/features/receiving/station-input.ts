import { readScale, type ScaleSettings, type ScaleState, type WeightUnit } from './scale-frames'
import { withoutTare, writeTared } from './scale-tare'

/** The sides of a parcel in millimetres. */
export type Sides = { length_mm: number; width_mm: number; height_mm: number }

/** A line at the station: a weight, a size, or else a code. */
export type StationInput =
  | { kind: 'weight'; grams: number; text: string }
  | { kind: 'no_weight'; state: Exclude<ScaleState, 'stable'> }
  | { kind: 'size'; sides: Sides }
  | { kind: 'code'; code: string }

const UNIT = '(?:mm|cm|in)?'
const SIDE = String.raw`(\d{1,4}(?:[.,]\d{1,2})?)\s*${UNIT}`
const SIZE = new RegExp(String.raw`^${SIDE}\s*[x×*]\s*${SIDE}\s*[x×*]\s*${SIDE}$`, 'i')
/** Numbers with a unit of weight, or with a sign between them. */
const MEANT = new RegExp(
  String.raw`^[+-]?[\d.,\s]+(?:kg|g|lb|oz)$|^\d[\d.,]*\s*${UNIT}\s*[x×*]\s*\d[\d.,\s]*${UNIT}\s*(?:[x×*][\d.,\s]*)?${UNIT}$`,
  'i',
)
const MILLIMETRES = { mm: 1, cm: 10, in: 25.4 }

/** Digits and signs of full width, as keyboards for Chinese type them, are the same ones; the sign for inches is their unit. */
const plainOf = (text: string) => text.trim().replace(/["″”]/g, 'in').normalize('NFKC')

/** A line typed by scanner, keyboard scale or hand. Sizes without a unit are centimetres. The tare is that of a scale. */
export function readLine(line: string, settings: ScaleSettings, tare = 0): StationInput {
  const text = line.trim()
  const sides = readSides(text)
  if (sides) return { kind: 'size', sides }
  const { state, grams } = withoutTare(readScale('wedge', `${text.normalize('NFKC')}\n`, settings), tare)
  if (state === 'stable' && grams) return { kind: 'weight', grams, text: writeTared(text, tare) }
  if (state === 'barcode' || state === 'unreadable' || state === 'incomplete')
    return { kind: 'code', code: text }
  return { kind: 'no_weight', state: state === 'stable' ? 'zero' : state }
}

/** '30x20x10', '30,5 × 20 × 10 cm', '30cm x 20cm x 10cm'; undefined for what is no size, and for sides in several units. */
export function readSides(text: string): Sides | undefined {
  const plain = plainOf(text)
  const [, length, width, height] = SIZE.exec(plain) ?? []
  const [unit = 'cm', another] = new Set(plain.toLowerCase().match(/mm|cm|in/g))
  if (!length || !width || !height || another) return undefined
  const per = MILLIMETRES[unit as keyof typeof MILLIMETRES]
  const toMillimetres = (side: string) => Math.round(Number(side.replace(',', '.')) * per * 10) / 10
  const [length_mm, width_mm, height_mm] = [length, width, height].map(toMillimetres) as [
    number,
    number,
    number,
  ]
  return length_mm && width_mm && height_mm ? { length_mm, width_mm, height_mm } : undefined
}

/** A line that no weight and no size was read from, though somebody meant one: '30x20', '1.250,5 kg'. */
export const isMeantAsMeasure = (text: string) => MEANT.test(plainOf(text))

/** A number alone is a weight while a parcel is in hand. Without one it is a suite, unless a scale in grams may have typed it. */
export const isMeantAsSuite = (text: string, isByDevice: boolean, unit: WeightUnit) =>
  /^\d+$/.test(text.trim()) && !(isByDevice && unit === 'g')
