import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { deliveryUpdate, useDeliveryShow } from '@/api/generated/endpoints/deliveries/deliveries'
import { freshly } from '@/api/record-query'
import type { ProofKind } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { RecordAddress } from '@/blocks/RecordAddress'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { refreshDeliveries } from '@/shared/deliveries/refresh'
import { NO_ADDRESS } from '@/ui/fields/address'
import { isPlace } from '@/ui/fields/coordinates'
import { DayField } from '@/ui/fields/DayField'
import { MoneyField } from '@/ui/fields/MoneyField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF, QUARTER } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { type DeliveryValues, inputOf, valuesOf } from './values'

const PROOFS: ProofKind[] = ['name', 'photo', 'signature', 'document', 'pin']

/** Never saved: a delivery is made of shipments. */
const EMPTY: DeliveryValues = {
  ...NO_ADDRESS,
  on_date: null,
  recipient_name: null,
  phone: null,
  coordinates: null,
  from_time: null,
  to_time: null,
  instructions: null,
  max_attempts: null,
  proof: [],
  cod_due: null,
  cod_currency: null,
}

/** Changes a delivery. Its shipments keep the address that their sender gave. */
export function DeliveryForm({ id }: { id: string }) {
  const { t } = useTranslation('deliveries')
  const { required } = useRules()
  return (
    <RecordForm
      name="delivery"
      id={id}
      result={useDeliveryShow(id, freshly(id))}
      lookups={[useChoices()]}
      title={t('one')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{
        on_date: required,
        recipient_name: required,
        city: required,
        country_id: required,
        max_attempts: required,
        coordinates: (text) => (isPlace(text) ? null : t('coordinatesWrong')),
      }}
      save={(values, kept) => deliveryUpdate(id, { ...inputOf(values), version: kept?.version ?? 0 })}
      refresh={refreshDeliveries}
      leaveTo={() => paths['deliveries.show']({ id })}
    >
      {(fields) => (
        <>
          <When fields={fields} />
          <Cash fields={fields} />
          <FormSection title={t('section.recipient')}>
            <TextInput
              {...fields.text('recipient_name')}
              {...HALF}
              label={t('field.recipient')}
              withAsterisk
              maxLength={200}
            />
            <TextInput
              {...fields.text('phone')}
              {...HALF}
              type="tel"
              label={t('field.phone')}
              maxLength={40}
            />
            <RecordAddress fields={fields} />
            <TextInput
              {...fields.text('coordinates')}
              {...HALF}
              label={t('field.coordinates')}
              description={t('coordinatesText')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={60}
              autoComplete="off"
            />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}

function When({ fields }: { fields: TiedFields<DeliveryValues> }) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const { values, set, at } = fields
  return (
    <FormSection title={t('section.when')}>
      <DayField
        {...fields.input('on_date')}
        {...HALF}
        label={t('field.on_date')}
        withAsterisk
        min={format.today()}
      />
      <TextInput {...fields.text('from_time')} {...QUARTER} type="time" label={t('field.from_time')} />
      <TextInput {...fields.text('to_time')} {...QUARTER} type="time" label={t('field.to_time')} />
      <Textarea
        {...fields.text('instructions')}
        label={t('field.instructions')}
        description={t('instructionsText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={500}
      />
      <WholeField
        {...at('max_attempts')}
        {...HALF}
        label={t('field.max_attempts')}
        withAsterisk
        max={20}
        value={values.max_attempts}
        onChange={(count) => set('max_attempts', count)}
      />
      <MultiSelect
        {...at('proof')}
        {...HALF}
        label={t('field.proof')}
        description={t('proofText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={PROOFS.map((value) => ({ value, label: t(`proof.${value}`) }))}
        value={values.proof}
        onChange={(kinds) => set('proof', kinds as ProofKind[])}
      />
    </FormSection>
  )
}

/** The cash that the driver collects. An amount that stands is shown also when the company collects no more. */
function Cash({ fields: { values, set, at } }: { fields: TiedFields<DeliveryValues> }) {
  const { t } = useTranslation('deliveries')
  const { menu } = useProfile()
  const { config } = useSite()
  if (!menu.cash_handovers && values.cod_due === null) return null
  const currency = values.cod_currency ?? config.currency
  return (
    <FormSection title={t('section.cash')} text={t('cashText')}>
      <MoneyField
        {...at('cod_due')}
        {...HALF}
        label={t('field.cod_due')}
        currency={currency}
        value={values.cod_due}
        onChange={(due) => {
          set('cod_due', due)
          if (due !== null && values.cod_currency === null) set('cod_currency', currency)
        }}
      />
      <CurrencyChoice
        {...at('cod_currency')}
        {...HALF}
        label={t('field.cod_currency')}
        value={currency}
        onChange={(code) => set('cod_currency', code)}
      />
    </FormSection>
  )
}
