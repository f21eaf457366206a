import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localeText } from '@/ui/locale-text'
import { FOREVER } from './forever'
import { useLookupCountries } from './generated/endpoints/lookups/lookups'

const useCountries = () => useLookupCountries({ ...FOREVER, request: { quiet: true } })

/** Names of countries in the page's language; '…' until they are there, nothing when they cannot be had. */
export function useCountryName() {
  const { i18n } = useTranslation()
  const { data, isPending } = useCountries()
  const byId = useMemo(() => new Map(data?.data.map((country) => [country.id, country])), [data])
  return useCallback(
    (id: number | null) => {
      if (id === null) return ''
      if (isPending) return '…'
      return localeText(byId.get(id)?.name_locale, i18n.language)
    },
    [byId, isPending, i18n.language],
  )
}

/** A list that names countries, as one still loading until it can: on a phone a name that came later would move. */
export function useOnceCountriesAreNamed<R extends { data: unknown }>(result: R) {
  const { isPending, errorUpdateCount } = useCountries()
  // The page asks for them again after a failure when it is drawn: it stays meanwhile, or it would come and go for ever.
  return isPending && errorUpdateCount === 0 ? { ...result, data: undefined } : result
}

/** The same by ISO code; a code of no country is returned as it is. */
export function useCountryNameOfCode() {
  const { i18n } = useTranslation()
  const { data } = useCountries()
  const byCode = useMemo(() => new Map(data?.data.map((country) => [country.alpha2, country])), [data])
  return useCallback(
    (code: string) => localeText(byCode.get(code)?.name_locale, i18n.language) || code,
    [byCode, i18n.language],
  )
}
