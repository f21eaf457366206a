import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { callingCodes, countryChoices } from '@/api/countries'
import { useLookupCountries, useLookupDdi } from '@/api/generated/endpoints/lookups/lookups'
import { FOREVER } from './forever'

/** Countries the company serves, and all calling codes, in the page's language; undefined until both are there. */
export function useChoices() {
  const { i18n } = useTranslation()
  const countries = useLookupCountries(FOREVER)
  const ddi = useLookupDdi(FOREVER)
  const data = useMemo(() => {
    if (!countries.data || !ddi.data) return undefined
    return {
      countries: countryChoices(countries.data.data, i18n.language).filter(({ active }) => active),
      codes: callingCodes(ddi.data.data, i18n.language),
    }
  }, [i18n.language, countries.data, ddi.data])
  return {
    data,
    error: countries.error ?? ddi.error,
    isFetching: countries.isFetching || ddi.isFetching,
    refetch: () =>
      Promise.all([countries, ddi].filter((query) => query.error).map((query) => query.refetch())),
  }
}

export type Choices = NonNullable<ReturnType<typeof useChoices>['data']>
