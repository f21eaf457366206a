import type { Package, PackageInput, PackageType } from '@/api/schema'

/** A form has a text for each language, and numbers that may be left out. */
export type PackageValues = {
  code: string
  title_locale: { pt: string; en: string; es: string; zh: string }
  package_type: PackageType
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  tare_g: number | null
  max_weight_g: number | null
  version?: number
}

export const EMPTY: PackageValues = {
  code: '',
  title_locale: { pt: '', en: '', es: '', zh: '' },
  package_type: 'box',
  length_mm: null,
  width_mm: null,
  height_mm: null,
  tare_g: null,
  max_weight_g: null,
}

export const valuesOf = ({ id, active, can, created_at, updated_at, title_locale, ...fields }: Package) => ({
  ...fields,
  title_locale: { ...EMPTY.title_locale, ...title_locale },
})

export const inputOf = ({ version: _, tare_g, ...values }: PackageValues): PackageInput => ({
  ...values,
  tare_g: tare_g ?? 0,
})
