import type { Subsidiary, SubsidiaryInput } from '@/api/schema'
import { type Language, LOCALE_MAP_KEYS } from '@/i18n'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'

/** All fields there, unset ones null. */
export type SubsidiaryValues = Address & {
  title: string | null
  title_locale: { pt: string; en: string; es: string; zh: string }
  document: string | null
  ie: string | null
  time_zone: string
  profile_ids: string[]
  service_ids: string[]
  version?: number
}

const NO_NAMES = { pt: '', en: '', es: '', zh: '' }

/** The name in a language: the title where it has none of its own. */
export const nameIn = (language: string, { title, title_locale }: Subsidiary) =>
  title_locale?.[LOCALE_MAP_KEYS[language as Language]] || title

/** The name that a language without one of its own shows. */
export function standardNames(title: string | null) {
  const name = title ?? ''
  return { pt: name, en: name, es: name, zh: name }
}

/** A new branch stands where the company does. */
export const emptySubsidiary = (country_id: number, time_zone: string): SubsidiaryValues => ({
  ...NO_ADDRESS,
  country_id,
  title: null,
  title_locale: NO_NAMES,
  document: null,
  ie: null,
  time_zone,
  profile_ids: [],
  service_ids: [],
})

export const valuesOf = (subsidiary: Subsidiary): SubsidiaryValues => ({
  ...addressOf(subsidiary),
  title: subsidiary.title,
  title_locale: { ...NO_NAMES, ...subsidiary.title_locale },
  document: subsidiary.document,
  ie: subsidiary.ie,
  time_zone: subsidiary.time_zone,
  profile_ids: subsidiary.profile_ids ?? [],
  service_ids: subsidiary.service_ids ?? [],
  version: subsidiary.version,
})

export const inputOf = ({ version: _, ...values }: SubsidiaryValues): SubsidiaryInput => ({
  ...values,
  // The form is not sent without these.
  title: values.title ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})
