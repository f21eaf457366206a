import { useCallback } from 'react'
import { showPhone } from '@/ui/fields/phone-mask'
import { FOREVER } from './forever'
import { useLookupCountries, useLookupDdi } from './generated/endpoints/lookups/lookups'

const QUIET = { ...FOREVER, request: { quiet: true } }

/** ISO codes of countries by id; empty until they are there. */
export function useCountryCode() {
  const { data } = useLookupCountries(QUIET)
  return useCallback((id: number | null) => data?.data.find((one) => one.id === id)?.alpha2 ?? '', [data])
}

/** Whether a country needs the recipient's tax number. */
export function useNeedsDocument() {
  const { data } = useLookupCountries(QUIET)
  return useCallback(
    (id: number | null) => data?.data.find((one) => one.id === id)?.document_required ?? false,
    [data],
  )
}

/** Writes a stored phone number as its country does. */
export function usePhoneText() {
  const { data } = useLookupDdi(QUIET)
  return useCallback((number: string | null) => number && showPhone(number, data?.data ?? []), [data])
}
