import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateLookupCountries, invalidateLookupDdi } from '@/api/generated/endpoints/lookups/lookups'
import {
  countryRestore,
  getCountryShowQueryKey,
  invalidateCountryList,
} from '@/api/generated/endpoints/reference/reference'
import type { CountryRecord } from '@/api/schema'
import { useRestore } from '@/blocks/shared-lists'
import { localeText } from '@/ui/locale-text'

/** The lists to choose from have the company's words too. */
export function refreshCountries(queryClient: QueryClient, saved: CountryRecord) {
  queryClient.setQueryData(getCountryShowQueryKey(saved.id), { data: saved })
  void invalidateCountryList(queryClient)
  void invalidateLookupCountries(queryClient)
  void invalidateLookupDdi(queryClient)
}

export function useCountryRestore() {
  const { i18n } = useTranslation()
  return useRestore<CountryRecord>({
    restore: countryRestore,
    nameOf: ({ name_locale }) => localeText(name_locale, i18n.language),
    refresh: refreshCountries,
  })
}
