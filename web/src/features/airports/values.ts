import type { AirportPlace, AirportRecord, AirportUpdate } from '@/api/schema'

/** All fields there, unset ones null. */
export type PlaceValues = {
  name: string
  icao: string | null
  city: string | null
  country_id: number
  state_id: number | null
  time_zone: string
  latitude: number | null
  longitude: number | null
}

export type AirportValues = Omit<Required<AirportUpdate>, 'version' | 'place'> & {
  place: PlaceValues | null
  version?: number
}

export type NewAirportValues = PlaceValues & { iata: string; version?: number }

const placeOf = (place: AirportPlace): PlaceValues => ({
  name: place.name,
  icao: place.icao ?? null,
  city: place.city ?? null,
  country_id: place.country_id,
  state_id: place.state_id ?? null,
  time_zone: place.time_zone,
  latitude: place.latitude ?? null,
  longitude: place.longitude ?? null,
})

/** A new airport lies where the company does. */
export const emptyAirport = (country_id: number, time_zone: string): NewAirportValues => ({
  iata: '',
  name: '',
  icao: null,
  city: null,
  country_id,
  state_id: null,
  time_zone,
  latitude: null,
  longitude: null,
})

export const newValuesOf = ({ id, name, icao, city, country_id, state_id, time_zone }: AirportRecord) => ({
  ...emptyAirport(country_id, time_zone),
  iata: id,
  name,
  icao,
  city,
  state_id,
})

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
  place: null,
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
  place: airport.place && placeOf(airport.place),
  version: airport.version,
})
