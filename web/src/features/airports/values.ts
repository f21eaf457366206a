import type { AirportRecord, AirportUpdate } from '@/api/schema'

export type AirportValues = Omit<Required<AirportUpdate>, 'version'> & { version?: number }

export const EMPTY: AirportValues = {
  nickname: null,
  favourite: false,
  hidden: false,
  email: null,
  phone: null,
  postcode: null,
  address_1: null,
  address_2: null,
  contact_city: null,
}

export const valuesOf = (airport: AirportRecord): AirportValues => ({
  nickname: airport.nickname,
  favourite: airport.favourite,
  hidden: airport.hidden,
  email: airport.email,
  phone: airport.phone,
  postcode: airport.postcode,
  address_1: airport.address_1,
  address_2: airport.address_2,
  contact_city: airport.contact_city,
  version: airport.version,
})
