import type { PriceGridChange } from '@/api/schema'

/** The parts of a grid that change. */
export type GridParts = Partial<Omit<PriceGridChange, 'version'>>

const NOTHING: Omit<PriceGridChange, 'version'> = {
  rename_zones: [],
  rename_bands: [],
  delete_zones: [],
  delete_bands: [],
  zones: [],
  zone_order: [],
  bands: [],
  cells: [],
  surcharges: [],
  delete_surcharges: [],
}

/** The request for a change; parts that are not named stay as they are. */
export const gridChange = (parts: GridParts, version: number): PriceGridChange => ({
  ...NOTHING,
  ...parts,
  version,
})
