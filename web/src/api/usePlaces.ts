import { useCallback } from 'react'
import { showPhone } from '@/ui/fields/phone-mask'
import { joinStreet } from '@/ui/fields/street'
import { FOREVER } from './forever'
import { useLookupCountries, useLookupDdi } from './generated/endpoints/lookups/lookups'

const QUIET = { ...FOREVER, request: { quiet: true } }

/** ISO codes of countries by id; empty until they are there. */
export function useCountryCode() {
  const { data } = useLookupCountries(QUIET)
  return useCallback((id: number | null) => data?.data.find((one) => one.id === id)?.alpha2 ?? '', [data])
}

type Located = {
  country_id: number | null
  address_1: string | null
  address_number: string | null
  address_complement?: string | null
}

/** Writes street, house number and what follows them in one line, as their country does. */
export function useStreet() {
  const codeOf = useCountryCode()
  return useCallback(
    ({ country_id, address_1, address_number, address_complement }: Located) =>
      [joinStreet(codeOf(country_id), address_1, address_number), address_complement]
        .filter(Boolean)
        .join(', '),
    [codeOf],
  )
}

/** A street as `useStreet` writes it. */
export type StreetOf = ReturnType<typeof useStreet>

/** What a shipment to a country needs of its recipient, besides a name, a street and a city. */
export type RecipientNeeds = { document: boolean; postcode: boolean; state: boolean; phone: boolean }

/** What a country needs of its recipients; nothing until the countries are there. */
export function useRecipientNeeds() {
  const { data } = useLookupCountries(QUIET)
  return useCallback(
    (id: number | null): RecipientNeeds => {
      const country = data?.data.find((one) => one.id === id)
      return {
        document: country?.document_required ?? false,
        postcode: country?.postcode_required ?? false,
        state: country?.state_required ?? false,
        phone: country?.phone_required ?? false,
      }
    },
    [data],
  )
}

/** Writes a stored phone number as its country does. */
export function usePhoneText() {
  const { data } = useLookupDdi(QUIET)
  return useCallback((number: string | null) => number && showPhone(number, data?.data ?? []), [data])
}
