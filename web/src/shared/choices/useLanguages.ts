import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupLocales } from '@/api/generated/endpoints/lookups/lookups'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES } from '@/i18n'
import { localeText } from '@/ui/locale-text'

/** The languages of the company's pages to choose from, under its own names where it has some. */
export function useLanguages() {
  const { i18n } = useTranslation()
  const { domain } = useSite()
  const { data } = useLookupLocales(FOREVER)
  const renamed = data?.data.filter(({ edited }) => edited) ?? []
  return domain.languages.map((language) => {
    const own = renamed.find(({ code }) => code === language)
    return {
      value: language,
      label: own ? localeText(own.name_locale, i18n.language) : LANGUAGE_NAMES[language],
    }
  })
}
