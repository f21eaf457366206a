import { useTranslation } from 'react-i18next'
import { useLookupCountries } from '@/api/generated/endpoints/lookups/lookups'
import { localeText } from '@/ui/locale-text'

/** Names of countries in the page's language; empty until they are there. */
export function useCountryName() {
  const { i18n } = useTranslation()
  const { data } = useLookupCountries({ query: { staleTime: Number.POSITIVE_INFINITY } })
  return (id: number | null) =>
    localeText(data?.data.find((one) => one.id === id)?.name_locale, i18n.language)
}
