import { type Cell, isSame, isUnread, type Price } from './price'
import { type Band, edited, NO_EDITS, type Sheet, withBands, withZones } from './sheet'

/** A price by the code of its zone and the weight of its band; `null` is not offered any more. */
export type CellChange = { zone: string; upTo: string; price: Price | null }

/** The changes of a sheet against another. A deleted zone or band deletes its cells. */
export type Patch = {
  zonesAdded: string[]
  zonesRemoved: string[]
  bandsAdded: string[]
  bandsRemoved: string[]
  cells: CellChange[]
}

const steps = ({ bands }: Sheet) => bands.flatMap(({ upTo }) => (isUnread(upTo) ? [] : [upTo]))
const codes = ({ zones }: Sheet) => zones.map(({ code }) => code)

const without = (all: readonly string[], others: readonly string[]) => {
  const known = new Set(others)
  return all.filter((one) => !known.has(one))
}

/** Cells of a band by the codes of their zones. */
const cellsOf = (sheet: Sheet, band: Band | undefined) =>
  new Map(sheet.zones.map(({ code }, col) => [code, band?.cells[col] ?? null]))

/** The changes of `now` against `before`. Texts that are no prices or weights are left out. */
export function difference(before: Sheet, now: Sheet): Patch {
  const old = new Map(before.bands.map((band) => [String(band.upTo), band]))
  const untouched = before.zones === now.zones
  const cells = now.bands.flatMap((band) => {
    if (isUnread(band.upTo)) return []
    const upTo = band.upTo
    const oldBand = old.get(upTo)
    if (untouched && oldBand === band) return []
    const known = cellsOf(before, oldBand)
    return now.zones.flatMap(({ code }, col) => {
      const price: Cell = band.cells[col] ?? null
      return isUnread(price) || isSame(known.get(code) ?? null, price) ? [] : [{ zone: code, upTo, price }]
    })
  })
  return {
    zonesAdded: without(codes(now), codes(before)),
    zonesRemoved: without(codes(before), codes(now)),
    bandsAdded: without(steps(now), steps(before)),
    bandsRemoved: without(steps(before), steps(now)),
    cells,
  }
}

export const isEmpty = ({ zonesAdded, zonesRemoved, bandsAdded, bandsRemoved, cells }: Patch) =>
  [zonesAdded, zonesRemoved, bandsAdded, bandsRemoved, cells].every((list) => list.length === 0)

/** The sheet with the changes of a patch: what somebody else changed elsewhere stays. */
export function applied(sheet: Sheet, patch: Patch): Sheet {
  const gone = new Set(patch.zonesRemoved)
  const kept = sheet.zones.map(({ code }) => !gone.has(code))
  const narrower: Sheet = {
    zones: sheet.zones.filter((_, col) => kept[col]),
    bands: sheet.bands
      .filter(({ upTo }) => isUnread(upTo) || !patch.bandsRemoved.includes(upTo))
      .map((band) => ({ ...band, cells: band.cells.filter((_, col) => kept[col]) })),
  }
  const wider = withZones(narrower, without(patch.zonesAdded, codes(narrower)))
  const added = without(patch.bandsAdded, steps(wider))
  const last = wider.bands.length
  const longer = withBands(wider, last, added.length)
  const named = edited(longer, { ...NO_EDITS, steps: added.map((step, at) => ({ row: last + at, step })) })
  return changed(rising(named), patch)
}

function changed(sheet: Sheet, patch: Patch): Sheet {
  const rows = new Map(sheet.bands.map(({ upTo }, row) => [upTo, row]))
  const columns = new Map(sheet.zones.map(({ code }, col) => [code, col]))
  const cells = patch.cells.flatMap(({ zone, upTo, price }) => {
    const [row, col] = [rows.get(upTo), columns.get(zone)]
    return row === undefined || col === undefined ? [] : [{ row, col, cell: price }]
  })
  return edited(sheet, { ...NO_EDITS, cells })
}

/** The sheet with its weights in order; those that cannot be read stay at the end. */
export function rising(sheet: Sheet): Sheet {
  const weight = ({ upTo }: Band) => (isUnread(upTo) ? Number.POSITIVE_INFINITY : Number(upTo))
  const bands = sheet.bands.toSorted((a, b) => (weight(a) === weight(b) ? 0 : weight(a) - weight(b)))
  return bands.every((band, row) => band === sheet.bands[row]) ? sheet : { ...sheet, bands }
}

/** Rows whose weight another row before has, too. */
export function repeatedRows({ bands }: Sheet): number[] {
  const seen = new Set<string>()
  return bands.flatMap(({ upTo }, row) => {
    if (isUnread(upTo)) return []
    const isRepeated = seen.has(upTo)
    seen.add(upTo)
    return isRepeated ? [row] : []
  })
}
