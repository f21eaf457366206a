import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { contentsTypeValues, directionValues, nonDeliveryValues } from '@/api/schema'
import { ClientChoice, PartnerChoice, SubsidiaryChoice } from '@/app/RemoteChoice'
import { choosesSubsidiary, useProfile } from '@/app/session'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Fields } from './fields'
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
      <Owners fields={fields} />
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

/** The parties the current user may choose; their own one is set by the server. */
function Owners({ fields }: { fields: Fields }) {
  const { t } = useTranslation('shipment-form')
  const profile = useProfile()
  const { can } = profile
  const { values, at, patch } = fields
  return (
    <>
      {can['client.select'] && (
        <ClientChoice
          {...at('client_id')}
          label={t('field.client_id')}
          value={values.client_id}
          name={values.client_label}
          onChange={(client_id, client_label) => patch({ client_id, client_label })}
        />
      )}
      {choosesSubsidiary(profile) && (
        <SubsidiaryChoice
          {...at('subsidiary_id')}
          label={t('field.subsidiary_id')}
          value={values.subsidiary_id}
          name={values.subsidiary_label}
          onChange={(subsidiary_id, subsidiary_label) => patch({ subsidiary_id, subsidiary_label })}
        />
      )}
      {can['partner.select'] && (
        <PartnerChoice
          {...at('partner_id')}
          label={t('field.partner_id')}
          value={values.partner_id}
          name={values.partner_label}
          onChange={(partner_id, partner_label) => patch({ partner_id, partner_label })}
        />
      )}
    </>
  )
}
