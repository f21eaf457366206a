import { Switch, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { countryUpdate, useCountryShow } from '@/api/generated/endpoints/reference/reference'
import { freshly } from '@/api/record-query'
import type { CountryRecord, CountryUpdate } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { OwnNameInputs, RestoreButton } from '@/blocks/shared-lists'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { FormSection } from '@/ui/form/ResourceForm'
import { localeText } from '@/ui/locale-text'
import { refreshCountries, useCountryRestore } from './useCountryRestore'

type CountryValues = Omit<CountryUpdate, 'version'> & { version?: number }

const valuesOf = (country: CountryRecord): CountryValues => ({
  title_locale: country.title_locale,
  ships_from: country.ships_from,
  ships_to: country.ships_to,
  notice_locale: country.notice_locale,
  document_required: country.document_required,
  version: country.version,
})

const EMPTY: CountryValues = {
  title_locale: { pt: '', en: '', es: '', zh: '' },
  ships_from: true,
  ships_to: true,
  notice_locale: { pt: '', en: '', es: '', zh: '' },
  document_required: false,
}

/** The company's decisions about a country. */
export function CountryForm({ id }: { id: string }) {
  const { t, i18n } = useTranslation('countries')
  const restoring = useCountryRestore()
  const result = useCountryShow(id, freshly(id))
  return (
    <RecordForm
      name="country"
      id={id}
      result={result}
      title={t('one')}
      nameOf={({ name_locale }) => localeText(name_locale, i18n.language)}
      action={(record, onRestored) => (
        <RestoreButton record={record} restoring={restoring} onRestored={onRestored} />
      )}
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{}}
      save={({ version = 0, ...values }) => countryUpdate(id, { ...values, version })}
      refresh={refreshCountries}
      leaveTo={paths['countries.index']}
    >
      {(fields) => (
        <>
          <FormSection title={t('section.shipping')} text={t('section.shippingText')}>
            <Decision name="ships_to" fields={fields} />
            <Decision name="ships_from" fields={fields} />
            <Decision name="document_required" fields={fields} />
          </FormSection>
          <FormSection title={t('section.notice')} text={t('section.noticeText')}>
            <Notices fields={fields} />
          </FormSection>
          <FormSection title={t('section.name')} text={t('section.nameText')}>
            <OwnNameInputs
              standard={result.data?.data.standard_name_locale}
              tie={(path) => fields.form.getInputProps(path)}
            />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}

type DecisionProps = {
  name: 'ships_to' | 'ships_from' | 'document_required'
  fields: TiedFields<CountryValues>
}

function Decision({ name, fields: { values, at, set } }: DecisionProps) {
  const { t } = useTranslation('countries')
  return (
    <Switch
      {...at(name)}
      label={t(`decision.${name}`)}
      description={t(`decision.${name}Text`)}
      checked={values[name]}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  )
}

function Notices({ fields }: { fields: TiedFields<CountryValues> }) {
  const { t } = useTranslation('countries')
  const { domain } = useSite()
  return domain.languages.map((language) => (
    <Textarea
      key={language}
      label={t('noticeIn', { language: LANGUAGE_NAMES[language] })}
      lang={language}
      autosize
      minRows={2}
      maxLength={500}
      {...fields.form.getInputProps(`notice_locale.${LOCALE_MAP_KEYS[language]}`)}
    />
  ))
}
