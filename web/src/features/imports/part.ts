import type { ImportFieldInfo, ImportMapping, ShipmentImport } from '@/api/schema'

/** What each part of the mapping's form works on. */
export type PartOf = {
  shown: ShipmentImport
  mapping: ImportMapping
  onChange(mapping: ImportMapping): void
  fields: readonly ImportFieldInfo[]
  /** Texts of the server's refusals, by `placeOf`. */
  errors: Record<string, string>
}
