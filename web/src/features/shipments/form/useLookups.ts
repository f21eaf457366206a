import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { callingCodes, countryChoices } from '@/api/countries'
import { FOREVER } from '@/api/forever'
import {
  useLookupCountries,
  useLookupCurrencies,
  useLookupDdi,
  useLookupPackages,
  useLookupServices,
} from '@/api/generated/endpoints/lookups/lookups'
import type { Country, Currency, Ddi, OfferedPackage, OfferedService } from '@/api/schema'
import { localeText } from '@/ui/locale-text'

type Named = { name_locale: unknown }

/** The lists the form chooses from, in the page's language; undefined until all are there. */
export function useLookups() {
  const { i18n } = useTranslation()
  const countries = useLookupCountries(FOREVER)
  const ddi = useLookupDdi(FOREVER)
  const currencies = useLookupCurrencies(FOREVER)
  const services = useLookupServices()
  const packages = useLookupPackages()
  const all = [countries, ddi, currencies, services, packages]

  const lookups = useMemo(() => {
    if (!countries.data || !ddi.data || !currencies.data || !services.data || !packages.data) return undefined
    return {
      ...choices(i18n.language, countries.data.data, ddi.data.data, currencies.data.data),
      ...catalogue(i18n.language, services.data.data, packages.data.data),
    }
  }, [i18n.language, countries.data, ddi.data, currencies.data, services.data, packages.data])

  return {
    lookups,
    error: all.find((query) => query.error)?.error ?? undefined,
    retry: () => Promise.all(all.filter((query) => query.error).map((query) => query.refetch())),
  }
}

export type Lookups = NonNullable<ReturnType<typeof useLookups>['lookups']>

function choices(language: string, countries: Country[], ddi: Ddi[], currencies: Currency[]) {
  const name = (item: Named) => localeText(item.name_locale, language)
  return {
    countries: countryChoices(countries, language),
    codes: callingCodes(ddi, language),
    currencies: currencies.map((item) => ({
      value: item.code,
      label: `${item.code} · ${name(item)}`,
      active: item.active,
    })),
  }
}

const titleOf = (item: { title_locale: unknown; code: string }, language: string) =>
  localeText(item.title_locale, language) || item.code

const catalogue = (language: string, services: OfferedService[], packages: OfferedPackage[]) => ({
  services: services.map((item) => ({ value: item.id, label: titleOf(item, language) })),
  /** How each service weighs, by its id. */
  rules: new Map(
    services.map((item) => [item.id, { divisor: item.volumetric_divisor, step: item.rounding_step_g }]),
  ),
  packages: packages.map((item) => ({ ...item, title: titleOf(item, language) })),
})
