import { localeText } from '@/ui/locale-text'
import type { Country, Ddi } from './schema'

/** Countries to choose from, in use by the company or not, in a language and in its order. */
export const countryChoices = (countries: Country[], language: string) =>
  countries
    .map(({ name_locale, notice_locale, ...country }) => ({
      id: country.id,
      alpha2: country.alpha2,
      active: country.active,
      ships_from: country.ships_from,
      ships_to: country.ships_to,
      document_required: country.document_required,
      label: localeText(name_locale, language),
      notice: localeText(notice_locale, language),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, language))

/** Calling codes, with the forms a number under them has. */
export const callingCodes = (codes: Ddi[], language: string) =>
  codes.map(({ alpha2, ddi, mask, name_locale }) => ({
    alpha2,
    ddi,
    mask,
    label: localeText(name_locale, language),
  }))
