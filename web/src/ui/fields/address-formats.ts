import { useRef } from 'react'
import type { Address } from './AddressFields'

type Field = keyof Address

type AddressFormat = {
  /** Fields that addresses there do not have. */
  without: readonly Field[]
  /** The city comes before the state. */
  cityFirst?: true
}

/** The street line has the number, and there are no districts. */
const WHOLE_STREET: AddressFormat = { without: ['address_number', 'address_2'] }
const WHOLE_STREET_CITY_FIRST: AddressFormat = { ...WHOLE_STREET, cityFirst: true }
const NO_DISTRICT: AddressFormat = { without: ['address_2'] }

/** By ISO code. Other countries have all fields. */
const FORMATS: Partial<Record<string, AddressFormat>> = {
  AT: NO_DISTRICT,
  AU: WHOLE_STREET_CITY_FIRST,
  BE: NO_DISTRICT,
  CA: WHOLE_STREET_CITY_FIRST,
  CH: NO_DISTRICT,
  DE: NO_DISTRICT,
  DK: NO_DISTRICT,
  ES: NO_DISTRICT,
  FI: NO_DISTRICT,
  FR: WHOLE_STREET,
  GB: WHOLE_STREET_CITY_FIRST,
  IE: WHOLE_STREET_CITY_FIRST,
  IT: NO_DISTRICT,
  LU: WHOLE_STREET,
  NL: NO_DISTRICT,
  NO: NO_DISTRICT,
  NZ: WHOLE_STREET_CITY_FIRST,
  PL: NO_DISTRICT,
  PR: WHOLE_STREET_CITY_FIRST,
  PT: NO_DISTRICT,
  SE: NO_DISTRICT,
  SG: WHOLE_STREET,
  US: WHOLE_STREET_CITY_FIRST,
}

const ALL: AddressFormat = { without: [] }

/** The format of a country; a field with a value is there in every one, until another country is chosen. */
export function useAddressFormat(alpha2: string | undefined, address: Address) {
  const { without, cityFirst = false } = FORMATS[alpha2 ?? ''] ?? ALL
  const held = useRef({ alpha2, fields: new Set<Field>() })
  if (held.current.alpha2 !== alpha2) held.current = { alpha2, fields: new Set() }
  for (const field of without) if (address[field]) held.current.fields.add(field)
  return { hidden: without.filter((field) => !held.current.fields.has(field)), cityFirst }
}
