import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryChoices } from '@/api/countries'
import { FOREVER } from '@/api/forever'
import { useLookupCountries, useLookupStates } from '@/api/generated/endpoints/lookups/lookups'
import { PLACE_GROUPS, usePlaceName } from './words/useTaxName'

export type Place = { code: string; label: string; id: number | null; currency: string | null }

/** Groups of countries that rules name, then all countries. */
export function usePlaces() {
  const { i18n } = useTranslation()
  const placeName = usePlaceName()
  const result = useLookupCountries(FOREVER)
  const places = useMemo((): Place[] => {
    if (!result.data) return []
    const currencies = new Map(result.data.data.map((country) => [country.id, country.currency_code]))
    return [
      ...PLACE_GROUPS.map((code) => ({ code, label: placeName(code), id: null, currency: null })),
      ...countryChoices(result.data.data, i18n.language).map(({ id, alpha2, label }) => ({
        code: alpha2,
        label,
        id,
        currency: currencies.get(id) ?? null,
      })),
    ]
  }, [result.data, i18n.language, placeName])
  return { places, result }
}

/** The states of a country by their codes; none for a group or before they are there. */
export function useStateChoices(countryId: number | null) {
  const { data } = useLookupStates(String(countryId), {
    query: { enabled: countryId !== null, staleTime: Number.POSITIVE_INFINITY },
  })
  return useMemo(
    () => (data?.data ?? []).map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
    [data],
  )
}
