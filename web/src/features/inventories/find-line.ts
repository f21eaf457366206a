import type { InventoryDetails, InventoryLine } from '@/api/schema'

type Found =
  | { kind: 'place'; place: string }
  | { kind: 'lines'; lines: InventoryLine[] }
  | { kind: 'unknown' }

/**
 * Tells what a code at a shelf is: a place of the inventory, or goods, first those among the lines of the last code, then those
 * in the place where somebody stands.
 */
export function findByCode(
  { places, lines }: Pick<InventoryDetails, 'places' | 'lines'>,
  code: string,
  here: string | undefined,
  among: readonly number[] = [],
): Found {
  const wanted = code.trim().toUpperCase()
  const place = places.find((one) => one.place === wanted)
  if (place) return { kind: 'place', place: place.place }
  const under = lines.filter(({ lot, sku, ean }) => wanted !== '' && [lot, sku, ean].includes(wanted))
  const left = under.filter(({ line }) => among.includes(line))
  const there = under.filter((line) => line.place === here)
  const found = [left, there, under].find((some) => some.length > 0)
  return found ? { kind: 'lines', lines: found } : { kind: 'unknown' }
}

/** Most units of a count. */
export const MOST_UNITS = 1_000_000_000

/** Shorter numbers are units: no scanner reads a lot or an EAN of so few digits by mistake. */
const CODE_FROM = 1_000_000

/** Whether what stands in a field of units is a code: it was scanned while the field waited for its figure. */
export const isCode = (inventory: Pick<InventoryDetails, 'places' | 'lines'>, typed: number) =>
  typed > MOST_UNITS ||
  (typed >= CODE_FROM && findByCode(inventory, String(typed), undefined).kind !== 'unknown')
