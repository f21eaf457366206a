import { NativeSelect } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, type Language } from '@/i18n'
import { useChangeLanguage } from './useChangeLanguage'

/** The languages the tenant offers, each in its own name. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation('shell')
  const { domain } = useSite()
  const change = useChangeLanguage()
  return (
    <NativeSelect
      aria-label={t('language.label')}
      leftSection={<IconLanguage size={18} stroke={1.75} aria-hidden />}
      value={i18n.language}
      onChange={(event) => change(event.currentTarget.value as Language)}
    >
      {domain.languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {LANGUAGE_NAMES[language]}
        </option>
      ))}
    </NativeSelect>
  )
}
