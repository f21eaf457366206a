import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { offeredLocaleUpdate, useOfferedLocaleShow } from '@/api/generated/endpoints/reference/reference'
import { freshly } from '@/api/record-query'
import type { LocaleRecord, LocaleUpdate } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { OwnNameInputs, RestoreButton } from '@/blocks/shared-lists'
import { paths } from '@/context/paths'
import { FormSection } from '@/ui/form/ResourceForm'
import { localeText } from '@/ui/locale-text'
import { refreshLocales, useLocaleRestore } from './useLocaleRestore'

type LocaleValues = Omit<Required<LocaleUpdate>, 'version'> & { version?: number }

const EMPTY: LocaleValues = { title_locale: { pt: '', en: '', es: '', zh: '' }, active: true }

const valuesOf = ({ title_locale, active, version }: LocaleRecord): LocaleValues => ({
  title_locale,
  active,
  version,
})

/** The company's decisions about a language of its pages. */
export function LocaleForm({ id }: { id: string }) {
  const { t, i18n } = useTranslation('locales')
  const restoring = useLocaleRestore()
  const result = useOfferedLocaleShow(id, freshly(id))
  const locale = result.data?.data
  const isMain = locale?.main ?? false
  return (
    <RecordForm
      name="offered_locale"
      id={id}
      result={result}
      title={t('one')}
      nameOf={({ id, name_locale }) => `${id} · ${localeText(name_locale, i18n.language)}`}
      action={(record, onRestored) => (
        <RestoreButton record={record} restoring={restoring} onRestored={onRestored} />
      )}
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{}}
      save={({ version = 0, ...values }) => offeredLocaleUpdate(id, { ...values, version })}
      refresh={refreshLocales}
      leaveTo={paths['locales.index']}
    >
      {({ form, values, at, set }) => (
        <>
          <FormSection title={t('section.use')} text={isMain ? t('section.useMain') : t('section.useText')}>
            <Switch
              {...at('active')}
              label={t('decision.active')}
              description={t('decision.activeText')}
              disabled={isMain}
              checked={values.active}
              onChange={(event) => set('active', event.currentTarget.checked)}
            />
          </FormSection>
          <FormSection title={t('section.name')} text={t('section.nameText')}>
            <OwnNameInputs standard={locale?.standard_name_locale} tie={(path) => form.getInputProps(path)} />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}
