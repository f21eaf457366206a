import { NumberInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { exchangeRateCreate, invalidateExchangeRateList } from '@/api/generated/endpoints/money/money'
import type { ItemExchangeRate } from '@/api/schema'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { notify } from '@/ui/dialogs/notify'
import { DayField } from '@/ui/fields/DayField'
import { useSeparators } from '@/ui/fields/MeasureField'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { ResourcePage } from '@/ui/ResourcePage'

type RateValues = {
  from_currency: string | null
  to_currency: string | null
  rate: string | null
  valid_from: string | null
  source: string | null
}

type ExchangeRateFormProps = { from?: string | undefined; to?: string | undefined; on?: string | undefined }

/** Adds a rate. `from`, `to` and `on` are those of a rate to correct. */
export function ExchangeRateForm({ from, to, on }: ExchangeRateFormProps) {
  const { t } = useTranslation('exchange-rates')
  const { config } = useSite()
  const { required } = useRules()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const leave = () => void navigate({ href: paths['exchange_rates.index']() })
  const model = useResourceForm<RateValues, ItemExchangeRate>({
    name: 'exchange-rate',
    initial: {
      from_currency: from ?? null,
      to_currency: to ?? config.currency,
      rate: null,
      valid_from: on ?? null,
      source: null,
    },
    validate: { from_currency: required, to_currency: required, rate: required, valid_from: required },
    submit: (values) =>
      exchangeRateCreate({
        ...values,
        // The form is not sent without these.
        from_currency: values.from_currency ?? '',
        to_currency: values.to_currency ?? '',
        rate: values.rate ?? '',
        valid_from: values.valid_from ?? '',
      }),
    onSaved() {
      void invalidateExchangeRateList(queryClient)
      notify.success(t('added'))
      leave()
    },
  })
  return (
    <ResourcePage title={t('add')} text={t('createText')} width="form">
      <ResourceForm model={model} submitLabel={t('save')} onCancel={leave}>
        <RateFields fields={useTiedFields(model.form)} />
      </ResourceForm>
    </ResourcePage>
  )
}

function RateFields({
  fields: { values, text, input, choice, at, set },
}: {
  fields: TiedFields<RateValues>
}) {
  const { t } = useTranslation('exchange-rates')
  const separators = useSeparators()
  const sdr = [{ value: 'XDR', label: `XDR · ${t('sdr')}` }]
  const { from_currency: from, to_currency: to } = values
  return (
    <FormSection title={t('section')} text={t('sectionText')}>
      <CurrencyChoice
        {...choice('from_currency')}
        {...HALF}
        label={t('field.from_currency')}
        also={sdr}
        withAsterisk
      />
      <CurrencyChoice
        {...choice('to_currency')}
        {...HALF}
        label={t('field.to_currency')}
        also={sdr}
        withAsterisk
      />
      <NumberInput
        {...at('rate')}
        {...HALF}
        {...separators}
        label={t('field.rate')}
        description={from && to ? t('hint.rate', { from, to }) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        hideControls
        allowNegative={false}
        decimalScale={8}
        valueIsNumericString
        inputMode="decimal"
        value={values.rate ?? ''}
        onValueChange={({ value }, { source }) => {
          if (source === 'event') set('rate', value === '' ? null : value)
        }}
      />
      <DayField
        {...input('valid_from')}
        {...HALF}
        label={t('field.valid_from')}
        withAsterisk
        min="1970-01-01"
      />
      <TextInput
        {...text('source')}
        label={t('field.source')}
        description={t('hint.source')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={120}
      />
    </FormSection>
  )
}
