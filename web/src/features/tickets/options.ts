import { localeText } from '@/ui/locale-text'

type Titled = { id: string; code?: string; title_locale: unknown }

/** Options of a choice. `chosen` stays one of them when it is no longer offered. */
export function optionsOf(records: Titled[] = [], language: string, chosen?: Titled) {
  const isMissing = chosen !== undefined && !records.some(({ id }) => id === chosen.id)
  return [...(isMissing ? [chosen] : []), ...records].map(({ id, code, title_locale }) => ({
    value: id,
    label: localeText(title_locale, language) || code || '',
  }))
}
