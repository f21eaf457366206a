import type { ImportFieldInfo, ImportMapping, ShipmentImport } from '@/api/schema'

/** Props of each part of the mapping form. */
export type PartOf = {
  shown: ShipmentImport
  mapping: ImportMapping
  onChange(mapping: ImportMapping): void
  fields: readonly ImportFieldInfo[]
  /** Texts of the server's refusals, by `placeOf`. */
  errors: Record<string, string>
}
