import type { AirportRecord, AirportUpdate } from '@/api/schema'

export type AirportValues = Omit<Required<AirportUpdate>, 'version'> & { version?: number }

export const EMPTY: AirportValues = {
  nickname: null,
  favourite: false,
  hidden: false,
  email: null,
  phone: null,
  postal_code: null,
  address_1: null,
  address_2: null,
  contact_city: null,
  state: null,
}

export const valuesOf = (airport: AirportRecord): AirportValues => ({
  nickname: airport.nickname,
  favourite: airport.favourite,
  hidden: airport.hidden,
  email: airport.email,
  phone: airport.phone,
  postal_code: airport.postal_code,
  address_1: airport.address_1,
  address_2: airport.address_2,
  contact_city: airport.contact_city,
  state: airport.state,
  version: airport.version,
})
