import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getClientSelectQueryOptions } from '@/api/generated/endpoints/parties/parties'
import { getPartnerSelectQueryOptions } from '@/api/generated/endpoints/partners/partners'
import { useSubsidiarySelect } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import { contentsTypeValues, directionValues, nonDeliveryValues } from '@/api/schema'
import { choosesSubsidiary, useProfile } from '@/app/session'
import { RemoteSelect } from '@/ui/fields/RemoteSelect'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Fields } from './useFields'
import type { Lookups } from './useLookups'

/** Incoterms 2020. */
const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF']

type Props = { fields: Fields; lookups: Lookups }

export function ServiceSection({ fields, lookups }: Props) {
  const { t } = useTranslation(['shipment-form', 'shipments'])
  const { values, choice, text } = fields
  const incoterms =
    values.incoterm && !INCOTERMS.includes(values.incoterm) ? [values.incoterm, ...INCOTERMS] : INCOTERMS
  return (
    <FormSection title={t('section.service')} text={t('section.serviceText')}>
      <ClientField fields={fields} />
      <SubsidiaryField fields={fields} />
      <PartnerField fields={fields} />
      <Select
        {...choice('service_id')}
        {...HALF}
        label={t('field.service_id')}
        data={lookups.services}
        searchable
        clearable
      />
      <Select
        {...choice('direction')}
        {...HALF}
        label={t('field.direction')}
        data={directionValues.map((value) => ({ value, label: t(`direction.${value}`) }))}
        allowDeselect={false}
      />
      <Select
        {...choice('contents_type')}
        {...HALF}
        label={t('field.contents_type')}
        data={contentsTypeValues.map((value) => ({ value, label: t(`shipments:contents.${value}`) }))}
        clearable
      />
      <Select
        {...choice('non_delivery')}
        {...HALF}
        label={t('field.non_delivery')}
        data={nonDeliveryValues.map((value) => ({ value, label: t(`shipments:nonDelivery.${value}`) }))}
        allowDeselect={false}
      />
      <Select
        {...choice('incoterm')}
        {...HALF}
        label={t('field.incoterm')}
        data={incoterms}
        searchable
        clearable
      />
      <TextInput {...text('external_ref')} {...HALF} label={t('field.external_ref')} maxLength={120} />
      <TextInput {...text('shipped_on')} {...HALF} type="date" label={t('field.shipped_on')} />
      <TextInput {...text('due_on')} {...HALF} type="date" label={t('field.due_on')} />
      <Textarea
        {...text('notes')}
        label={t('field.notes')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
      />
    </FormSection>
  )
}

/** Only for those who work for all clients; a client's own user ships for that client. */
function ClientField({ fields }: { fields: Fields }) {
  const { t } = useTranslation('shipment-form')
  const { can } = useProfile()
  const { values, at, patch } = fields
  if (!can['client.select']) return null
  return (
    <RemoteSelect
      {...at('client_id')}
      label={t('field.client_id')}
      value={values.client_id ? { id: values.client_id, label: values.client_label ?? '' } : null}
      onChange={(client) => patch({ client_id: client?.id ?? null, client_label: client?.label ?? null })}
      options={(search) =>
        getClientSelectQueryOptions({ search }, { query: { select: (answer) => answer.data as never } })
      }
    />
  )
}

/** Only for the company's people; a partner's own user ships for that partner. */
function PartnerField({ fields }: { fields: Fields }) {
  const { t } = useTranslation('shipment-form')
  const { can } = useProfile()
  const { values, at, patch } = fields
  if (!can['partner.select']) return null
  return (
    <RemoteSelect
      {...at('partner_id')}
      label={t('field.partner_id')}
      value={values.partner_id ? { id: values.partner_id, label: values.partner_label ?? '' } : null}
      onChange={(one) => patch({ partner_id: one?.id ?? null, partner_label: one?.label ?? null })}
      options={(search) =>
        getPartnerSelectQueryOptions({ search }, { query: { select: (answer) => answer.data as never } })
      }
    />
  )
}

/** Only for the company's people, where it has branches. Who is bound to a single one need not choose. */
function SubsidiaryField({ fields }: { fields: Fields }) {
  const { t } = useTranslation('shipment-form')
  const chooses = choosesSubsidiary(useProfile())
  const { values, choice } = fields
  const { data } = useSubsidiarySelect({ query: { enabled: chooses } })
  const options = data?.data.map(({ id, label }) => ({ value: id, label })) ?? []
  const id = values.subsidiary_id
  // One that is closed stays where it was chosen.
  const isMissing = id !== null && !options.some(({ value }) => value === id)
  if (!chooses) return null
  return (
    <Select
      {...choice('subsidiary_id')}
      label={t('field.subsidiary_id')}
      data={isMissing ? [{ value: id, label: values.subsidiary_label ?? '…' }, ...options] : options}
      searchable
      clearable
    />
  )
}
