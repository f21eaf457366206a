import type { TFunction } from 'i18next'
import { countryChoices } from '@/api/countries'
import { lookupCountries, lookupServices } from '@/api/generated/endpoints/lookups/lookups'
import { clientGroupShow, clientShow } from '@/api/generated/endpoints/parties/parties'
import { partnerShow } from '@/api/generated/endpoints/partners/partners'
import { priceTableShow } from '@/api/generated/endpoints/prices/prices'
import { providerSelect, warehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { stockItemShow } from '@/api/generated/endpoints/stock/stock'
import { subsidiaryShow } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import type { ReportFilterKey, ReportQuery, ReportViewDefinition } from '@/api/schema'
import { localeText } from '@/ui/locale-text'
import type { ReportFact } from './export-form'
import { codeText, columnName } from './values'

/** A line of the first sheet takes no more. */
const LONGEST = 500

const QUIETLY = { quiet: true }

type Option = { id: string; label: string }

const labelOf = (options: Option[], id: string) => options.find((option) => option.id === id)?.label ?? id

/** The names of the records that filters choose. */
const NAMES = {
  client_id: async (id: string) => (await clientShow(id, QUIETLY)).data.name,
  client_group_id: async (id: string) => (await clientGroupShow(id, QUIETLY)).data.title,
  subsidiary_id: async (id: string) => (await subsidiaryShow(id, QUIETLY)).data.title,
  partner_id: async (id: string) => (await partnerShow(id, QUIETLY)).data.name,
  provider_id: async (id: string) => labelOf((await providerSelect(undefined, QUIETLY)).data, id),
  warehouse_id: async (id: string) => labelOf((await warehouseSelect(undefined, QUIETLY)).data, id),
  item_id: async (id: string) => (await stockItemShow(id, QUIETLY)).data.title,
  price_table_id: async (id: string) => (await priceTableShow(id, QUIETLY)).data.title,
} as const

async function serviceName(id: string, language: string) {
  const { data } = await lookupServices(QUIETLY)
  const service = data.find((one) => one.id === id)
  return service ? `${service.code} · ${localeText(service.title_locale, language)}` : id
}

async function countryNames(codes: string[], language: string) {
  const countries = countryChoices((await lookupCountries(QUIETLY)).data, language)
  return codes.map((code) => countries.find(({ alpha2 }) => alpha2 === code)?.label ?? code).join(', ')
}

async function findText(
  t: TFunction<'reports'>,
  language: string,
  key: ReportFilterKey,
  value: string,
): Promise<string> {
  if (key in NAMES) return NAMES[key as keyof typeof NAMES](value)
  switch (key) {
    case 'service_id':
      return serviceName(value, language)
    case 'country':
      return value ? countryNames(value.split(','), language) : t('all')
    case 'include_inactive':
      return codeText(t, 'flag', value)
    default:
      return value
        .split(',')
        .map((code) => codeText(t, key, code))
        .join(', ')
  }
}

/** The filters in use; a view with countries of its own has them until others are chosen. */
export function chosenFilters(
  { filters, countries }: Pick<ReportViewDefinition, 'filters' | 'countries'>,
  query: ReportQuery,
): [ReportFilterKey, string][] {
  return filters.flatMap((key): [ReportFilterKey, string][] => {
    const value = query[key]
    if (key === 'country' && value === undefined) {
      return countries.length > 0 ? [[key, countries.join(',')]] : []
    }
    return value === undefined || value === null || value === false ? [] : [[key, String(value)]]
  })
}

/** The rows and filters of a report in words. A name that the user may not see stays an id. */
export async function findFilterFacts(
  t: TFunction<'reports'>,
  language: string,
  query: ReportQuery,
  view: ReportViewDefinition,
): Promise<ReportFact[]> {
  const chosen = chosenFilters(view, query)
  const texts = await Promise.all(
    chosen.map(([key, value]) => findText(t, language, key, value).catch(() => value)),
  )
  const facts = chosen.map(([key], at) => ({
    label: t(`filter.${key}`),
    text: (texts[at] ?? '').slice(0, LONGEST),
  }))
  const period = query.period ?? view.periods[0]
  return [
    { label: t('rows'), text: t(`rowsOf.${view.key}`) },
    ...(period && (query.from || query.to) ? [{ label: t('periodOf'), text: columnName(t, period) }] : []),
    ...(facts.length > 0 ? facts : [{ label: t('filters'), text: t('noFilters') }]),
  ]
}
