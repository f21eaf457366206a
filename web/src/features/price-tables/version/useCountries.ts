import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryChoices } from '@/api/countries'
import { FOREVER } from '@/api/forever'
import { useLookupCountries } from '@/api/generated/endpoints/lookups/lookups'

/** All countries in the page's language, served by the company or not. */
export function useCountries() {
  const { i18n } = useTranslation()
  const { data } = useLookupCountries(FOREVER)
  return useMemo(() => (data ? countryChoices(data.data, i18n.language) : []), [data, i18n.language])
}

export type CountryOptions = ReturnType<typeof useCountries>
