import { Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  inboundParcelCreate,
  inboundParcelUpdate,
  useInboundParcelPlaces,
  useInboundParcelShow,
} from '@/api/generated/endpoints/receiving/receiving'
import { freshly } from '@/api/record-query'
import type { InboundParcel } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { CountryChoice } from '@/shared/choices/CountryChoice'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { MoneyField } from '@/ui/fields/MoneyField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshInboundParcels } from './refresh'
import { detailsOf, emptyInboundParcel, type InboundParcelValues, valuesOf } from './values'

/** Announces a parcel, or changes the announcement of this id. */
export function InboundParcelForm({ id, client_id }: { id?: string; client_id?: string }) {
  const { t } = useTranslation('inbound-parcels')
  const { is_outside } = useProfile()
  const { required } = useRules()
  const places = useInboundParcelPlaces()
  const result = useInboundParcelShow(id ?? '', freshly(id))
  const offered = places.data?.data ?? []
  const [only] = offered.length === 1 ? offered : []
  return (
    <RecordForm
      name="inbound-parcel"
      id={id}
      result={result}
      lookups={[places, useChoices()]}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ external_code }) => external_code}
      empty={() =>
        emptyInboundParcel(client_id ?? null, only?.warehouse_id ?? null, offered[0]?.currency ?? null)
      }
      valuesOf={valuesOf}
      validate={{
        client_id: (client) => (is_outside ? null : required(client)),
        warehouse_id: required,
        external_code: required,
        currency: (currency, { value }) => (value ? required(currency) : null),
      }}
      save={(values, kept) =>
        kept
          ? inboundParcelUpdate(kept.id, { ...detailsOf(values), version: kept.version })
          : inboundParcelCreate({ ...detailsOf(values), client_id: values.client_id })
      }
      refresh={refreshInboundParcels}
      {...(!id && { submitLabel: t('announce'), savedText: t('announced') })}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['inbound_parcels.show']({ id: shown }) : paths['inbound_parcels.index']()
      }}
    >
      {(fields) => (
        <>
          <Parcel fields={fields} record={result.data?.data} isNew={id === undefined} />
          <Content fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type FieldsProps = { fields: TiedFields<InboundParcelValues> }

/** The code that the station will scan, and where it will come in. */
function Parcel({
  fields: { values, set, at, text, choice },
  record,
  isNew,
}: FieldsProps & { record: InboundParcel | undefined; isNew: boolean }) {
  const { t } = useTranslation('inbound-parcels')
  const { is_outside } = useProfile()
  const { data } = useInboundParcelPlaces()
  const offered = data?.data.map(({ warehouse_id, name }) => ({ value: warehouse_id, label: name })) ?? []
  // One that takes in no parcels any more stays where it was chosen.
  const isGone = values.warehouse_id && !offered.some(({ value }) => value === values.warehouse_id)
  const before = { value: values.warehouse_id ?? '', label: record?.warehouse_name ?? '…' }
  return (
    <FormSection title={t('section.parcel')} text={t('section.parcelText')}>
      {!is_outside && isNew && (
        <ClientChoice
          {...at('client_id')}
          label={t('field.client')}
          withAsterisk
          value={values.client_id}
          onChange={(client_id) => set('client_id', client_id)}
        />
      )}
      <TextInput
        {...text('external_code')}
        {...HALF}
        label={t('field.external_code')}
        description={t('codeHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <TextInput {...text('carrier')} {...HALF} label={t('field.carrier')} maxLength={60} />
      <Select
        {...choice('warehouse_id')}
        label={t('field.warehouse')}
        withAsterisk
        allowDeselect={false}
        data={isGone ? [before, ...offered] : offered}
      />
    </FormSection>
  )
}

/** What is in it, as the shop knows it. */
function Content({ fields: { values, set, at, text } }: FieldsProps) {
  const { t } = useTranslation('inbound-parcels')
  return (
    <FormSection title={t('section.content')} text={t('section.contentText')}>
      <TextInput {...text('shop')} {...HALF} label={t('field.shop')} maxLength={80} />
      <TextInput {...text('order_ref')} {...HALF} label={t('field.order_ref')} maxLength={60} />
      <CountryChoice
        {...at('from_country_id')}
        label={t('field.from_country')}
        value={values.from_country_id}
        onChange={(from_country_id) => set('from_country_id', from_country_id)}
      />
      <TextInput {...text('content')} label={t('field.content')} maxLength={200} />
      <Group grow align="flex-start">
        <MoneyField
          {...at('value')}
          label={t('field.value')}
          value={values.value}
          {...(values.currency && { currency: values.currency })}
          onChange={(value) => set('value', value)}
        />
        <CurrencyChoice
          {...at('currency')}
          label={t('field.currency')}
          value={values.currency}
          onChange={(currency) => set('currency', currency)}
        />
      </Group>
    </FormSection>
  )
}
