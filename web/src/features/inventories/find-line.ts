import type { InventoryDetails, InventoryLine } from '@/api/schema'

type Found =
  | { kind: 'place'; place: string }
  | { kind: 'lines'; lines: InventoryLine[] }
  | { kind: 'unknown' }

/** Tells what a code at a shelf is: a place of the inventory, or goods, first those in the place where somebody stands. */
export function findByCode(
  { places, lines }: Pick<InventoryDetails, 'places' | 'lines'>,
  code: string,
  here: string | undefined,
): Found {
  const wanted = code.trim().toUpperCase()
  const place = places.find((one) => one.place === wanted)
  if (place) return { kind: 'place', place: place.place }
  const under = lines.filter(({ lot, sku, ean }) => wanted !== '' && [lot, sku, ean].includes(wanted))
  const there = under.filter((line) => line.place === here)
  const found = there.length > 0 ? there : under
  return found.length > 0 ? { kind: 'lines', lines: found } : { kind: 'unknown' }
}
