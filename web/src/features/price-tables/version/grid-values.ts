import type { PriceCell, PriceCellChange, PriceGrid } from '@/api/schema'
import { canonical } from '../grid/numbers'
import type { CellChange, Patch } from '../grid/patch'
import type { Price } from '../grid/price'
import type { Sheet } from '../grid/sheet'
import type { GridParts } from './grid-change'

/** The most cells of one request. */
const CHUNK = 10_000

export const priceOf = ({ method, amount, step, step_amount }: PriceCell): Price =>
  method === 'base_step' && step !== null && step_amount !== null
    ? { method, amount, step, step_amount }
    : { method: method === 'base_step' ? 'cell' : method, amount }

/** The grid of the API as a sheet. Its keys are the codes of zones and the weights of bands. */
export function sheetOf({ zones, bands, cells }: PriceGrid): Sheet {
  const columns = new Map(zones.map(({ code }, col) => [code, col]))
  const rows = bands.map((band) => {
    const upTo = canonical(band)
    return { key: upTo, upTo, cells: zones.map((): Price | null => null) }
  })
  const byWeight = new Map(rows.map((row) => [row.upTo, row]))
  for (const cell of cells) {
    const col = columns.get(cell.zone)
    const row = byWeight.get(canonical(cell.up_to))
    if (col !== undefined && row) row.cells[col] = priceOf(cell)
  }
  return { zones: zones.map(({ code }) => ({ key: code, code })), bands: rows }
}

function cellChange({ zone, upTo, price }: CellChange): PriceCellChange {
  const steps = price?.method === 'base_step' ? price : undefined
  return {
    zone,
    up_to: upTo,
    method: price?.method ?? null,
    amount: price?.amount ?? null,
    step: steps?.step ?? null,
    step_amount: steps?.step_amount ?? null,
  }
}

/** The requests that a patch needs: one, unless it has more cells than one may have. */
export function changesOf(patch: Patch): GridParts[] {
  const cells = patch.cells.map(cellChange)
  const first: GridParts = {
    delete_zones: patch.zonesRemoved,
    delete_bands: patch.bandsRemoved,
    zones: patch.zonesAdded.map((code) => ({
      code,
      priority: 0,
      max_weight: null,
      minimum: null,
      places: null,
    })),
    bands: patch.bandsAdded,
    cells: cells.slice(0, CHUNK),
  }
  const rest: GridParts[] = []
  for (let at = CHUNK; at < cells.length; at += CHUNK) rest.push({ cells: cells.slice(at, at + CHUNK) })
  return [first, ...rest]
}
