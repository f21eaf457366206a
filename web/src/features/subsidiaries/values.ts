import type { Subsidiary, SubsidiaryInput } from '@/api/schema'

/** All fields there, unset ones null; the country is one only once it is chosen. */
export type SubsidiaryValues = {
  title: string
  document: string | null
  ie: string | null
  country_id: number | null
  postcode: string | null
  address_1: string | null
  address_2: string | null
  address_number: string | null
  address_complement: string | null
  state_id: number | null
  city: string | null
  time_zone: string
  version?: number
}

/** A new branch stands where the company does, until somebody says otherwise. */
export const emptySubsidiary = (countryId: number, timeZone: string): SubsidiaryValues => ({
  title: '',
  document: null,
  ie: null,
  country_id: countryId,
  postcode: null,
  address_1: null,
  address_2: null,
  address_number: null,
  address_complement: null,
  state_id: null,
  city: null,
  time_zone: timeZone,
})

export const valuesOf = (subsidiary: Subsidiary): SubsidiaryValues => ({
  title: subsidiary.title,
  document: subsidiary.document,
  ie: subsidiary.ie,
  country_id: subsidiary.country_id,
  postcode: subsidiary.postcode,
  address_1: subsidiary.address_1,
  address_2: subsidiary.address_2,
  address_number: subsidiary.address_number,
  address_complement: subsidiary.address_complement,
  state_id: subsidiary.state_id,
  city: subsidiary.city,
  time_zone: subsidiary.time_zone,
  version: subsidiary.version,
})

export const inputOf = ({ version: _, country_id, city, ...values }: SubsidiaryValues): SubsidiaryInput => ({
  ...values,
  // The form is not sent without one.
  country_id: country_id ?? 0,
  city: city ?? '',
})
