import type { Import, ImportFieldInfo, ImportMapping } from '@/api/schema'

/** Props of each part of the mapping form. */
export type PartOf = {
  shown: Import
  mapping: ImportMapping
  onChange(mapping: ImportMapping): void
  fields: readonly ImportFieldInfo[]
  /** Texts of the server's refusals, by `placeOf`. */
  errors: Record<string, string>
}
