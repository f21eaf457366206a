import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { callingCodes, countryChoices } from '@/api/countries'
import { FOREVER } from '@/api/forever'
import {
  useLookupCountries,
  useLookupCurrencies,
  useLookupDdi,
  useLookupServices,
} from '@/api/generated/endpoints/lookups/lookups'
import type { Country, Currency, Ddi, OfferedService } from '@/api/schema'
import { localeText } from '@/ui/locale-text'

type Named = { name_locale: unknown }

/** The lists the form chooses from, in the page's language; undefined until all are there. */
export function useLookups() {
  const { i18n } = useTranslation()
  const countries = useLookupCountries(FOREVER)
  const ddi = useLookupDdi(FOREVER)
  const currencies = useLookupCurrencies(FOREVER)
  const services = useLookupServices()
  const all = [countries, ddi, currencies, services]

  const lookups = useMemo(() => {
    if (!countries.data || !ddi.data || !currencies.data || !services.data) return undefined
    return choices(
      i18n.language,
      countries.data.data,
      ddi.data.data,
      currencies.data.data,
      services.data.data,
    )
  }, [i18n.language, countries.data, ddi.data, currencies.data, services.data])

  return {
    lookups,
    error: all.find((query) => query.error)?.error ?? undefined,
    retry: () => Promise.all(all.filter((query) => query.error).map((query) => query.refetch())),
  }
}

export type Lookups = NonNullable<ReturnType<typeof useLookups>['lookups']>

function choices(
  language: string,
  countries: Country[],
  ddi: Ddi[],
  currencies: Currency[],
  services: OfferedService[],
) {
  const name = (item: Named) => localeText(item.name_locale, language)
  return {
    countries: countryChoices(countries, language),
    codes: callingCodes(ddi, language),
    currencies: currencies.map((item) => ({
      value: item.code,
      label: `${item.code} · ${name(item)}`,
      active: item.active,
    })),
    services: services.map((item) => ({
      value: item.id,
      label: localeText(item.title_locale, language) || item.code,
    })),
  }
}
