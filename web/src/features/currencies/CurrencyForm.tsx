import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currencyUpdate, useCurrencyShow } from '@/api/generated/endpoints/reference/reference'
import { freshly } from '@/api/record-query'
import type { CurrencyRecord, CurrencyUpdate } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { OwnNameInputs, RestoreButton } from '@/blocks/shared-lists'
import { paths } from '@/context/paths'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { localeText } from '@/ui/locale-text'
import { refreshCurrencies, useCurrencyRestore } from './useCurrencyRestore'

type CurrencyValues = Omit<Required<CurrencyUpdate>, 'version'> & { version?: number }

const EMPTY: CurrencyValues = {
  title_locale: { pt: '', en: '', es: '', zh: '' },
  active: true,
  charged: false,
  position: null,
}

const valuesOf = ({ title_locale, active, charged, position, version }: CurrencyRecord): CurrencyValues => ({
  title_locale,
  active,
  charged,
  position,
  version,
})

/** The company's decisions about a currency. */
export function CurrencyForm({ id }: { id: string }) {
  const { t, i18n } = useTranslation('currencies')
  const restoring = useCurrencyRestore()
  const result = useCurrencyShow(id, freshly(id))
  const currency = result.data?.data
  return (
    <RecordForm
      name="currency"
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
      save={({ version = 0, ...values }) => currencyUpdate(id, { ...values, version })}
      refresh={refreshCurrencies}
      leaveTo={paths['currencies.index']}
    >
      {(fields) => (
        <>
          <Use main={currency?.main ?? false} fields={fields} />
          <FormSection title={t('section.name')} text={t('section.nameText')}>
            <OwnNameInputs
              standard={currency?.standard_name_locale}
              tie={(path) => fields.form.getInputProps(path)}
            />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}

/** Whether the currency is offered, and whether the company bills in it. */
function Use({ main, fields: { values, at, set } }: { main: boolean; fields: TiedFields<CurrencyValues> }) {
  const { t } = useTranslation('currencies')
  const isCharged = values.active && values.charged
  return (
    <FormSection title={t('section.use')} text={main ? t('section.useMain') : t('section.useText')}>
      <Switch
        {...at('active')}
        label={t('decision.active')}
        description={t('decision.activeText')}
        disabled={main}
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
      <Switch
        {...at('charged')}
        label={t('decision.charged')}
        description={t('decision.chargedText')}
        disabled={main || !values.active}
        checked={isCharged}
        onChange={(event) => set('charged', event.currentTarget.checked)}
      />
      {isCharged && !main && (
        <WholeField
          {...at('position')}
          {...HALF}
          label={t('field.position')}
          description={t('positionText')}
          max={21}
          value={values.position}
          onChange={(value) => set('position', value)}
        />
      )}
    </FormSection>
  )
}
