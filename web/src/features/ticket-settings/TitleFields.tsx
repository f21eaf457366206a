import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { TitleInputs } from '@/blocks/TitleInputs'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { LocaleKey, TitleValues } from './values'

type TitlePath = 'code' | `title_locale.${LocaleKey}` | `description_locale.${LocaleKey}`

type TitleFieldsProps = {
  /** Ties an input to a field of the form. */
  tie(path: TitlePath): ReturnType<UseFormReturnType<TitleValues>['getInputProps']>
  text: string
}

/** Code, title and description, the latter two in the languages of the company. */
export function TitleFields({ tie, text }: TitleFieldsProps) {
  const { t } = useTranslation('ticket-settings')
  const { domain } = useSite()
  return (
    <FormSection title={t('section.names')} text={text}>
      <TextInput
        label={t('field.code')}
        description={t('codeText')}
        withAsterisk
        maxLength={20}
        autoComplete="off"
        {...tie('code')}
      />
      <TitleInputs label={(language) => t('field.titleIn', { language })} maxLength={120} tie={tie} />
      {domain.languages.map((language) => (
        <Textarea
          {...HALF}
          key={language}
          label={t('field.descriptionIn', { language: LANGUAGE_NAMES[language] })}
          lang={language}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          {...tie(`description_locale.${LOCALE_MAP_KEYS[language]}`)}
        />
      ))}
    </FormSection>
  )
}
