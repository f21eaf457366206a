import type { PriceWeights } from '@/api/schema'
import { type Format, GRAMS_PER_POUND, MM_PER_INCH } from '@/ui/format'

const GRAMS = { g: 1, kg: 1000, oz: GRAMS_PER_POUND / 16, lb: GRAMS_PER_POUND }
const MILLIMETRES = { mm: 1, cm: 10, in: MM_PER_INCH }

/** Preference of a reader of pounds or inches. */
const IMPERIAL = 20

const isWeight = (unit: string): unit is keyof typeof GRAMS => unit in GRAMS
const isLength = (unit: string): unit is keyof typeof MILLIMETRES => unit in MILLIMETRES

/** A weight or a length of a price table as this reader has it; undefined if the table has the same unit. */
export function inReadersUnit(
  value: number,
  unit: string,
  { preferences, weight, size }: Pick<Format, 'preferences' | 'weight' | 'size'>,
  digits?: number,
): string | undefined {
  const { weightUnit, sizeUnit } = preferences
  const rounded = (number: number) => (digits ? Number(number.toPrecision(digits)) : number)
  if (isWeight(unit) && unit !== (weightUnit === IMPERIAL ? 'lb' : 'kg'))
    return weight(rounded(value * GRAMS[unit]))
  if (isLength(unit) && unit !== (sizeUnit === IMPERIAL ? 'in' : 'cm'))
    return size(rounded(value * MILLIMETRES[unit]))
  return undefined
}

/** The weight that is priced. */
export const chargeableGrams = ({ chargeable, unit }: Pick<PriceWeights, 'chargeable' | 'unit'>) =>
  Number(chargeable) * GRAMS[unit]
