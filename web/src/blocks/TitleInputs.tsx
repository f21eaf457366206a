import { TextInput } from '@mantine/core'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import { HALF } from '@/ui/form/field-width'

type LocaleKey = (typeof LOCALE_MAP_KEYS)[keyof typeof LOCALE_MAP_KEYS]

type TitleInputsProps = {
  label(language: string): string
  maxLength: number
  /** Ties an input to a field of the form. */
  tie(path: `title_locale.${LocaleKey}`): object
}

/** The name of a record in each language of the company; that of its default language is required. */
export function TitleInputs({ label, maxLength, tie }: TitleInputsProps) {
  const { domain } = useSite()
  return domain.languages.map((language) => (
    <TextInput
      {...HALF}
      key={language}
      label={label(LANGUAGE_NAMES[language])}
      lang={language}
      withAsterisk={language === domain.default_language}
      maxLength={maxLength}
      {...tie(`title_locale.${LOCALE_MAP_KEYS[language]}`)}
    />
  ))
}
