import type { Subsidiary, SubsidiaryInput } from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'

/** All fields there, unset ones null. */
export type SubsidiaryValues = Address & {
  title: string | null
  document: string | null
  ie: string | null
  time_zone: string
  version?: number
}

/** A new branch stands where the company does. */
export const emptySubsidiary = (country_id: number, time_zone: string): SubsidiaryValues => ({
  ...NO_ADDRESS,
  country_id,
  title: null,
  document: null,
  ie: null,
  time_zone,
})

export const valuesOf = (subsidiary: Subsidiary): SubsidiaryValues => ({
  ...addressOf(subsidiary),
  title: subsidiary.title,
  document: subsidiary.document,
  ie: subsidiary.ie,
  time_zone: subsidiary.time_zone,
  version: subsidiary.version,
})

export const inputOf = ({ version: _, ...values }: SubsidiaryValues): SubsidiaryInput => ({
  ...values,
  // The form is not sent without these.
  title: values.title ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})
