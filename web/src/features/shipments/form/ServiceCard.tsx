import { Button, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { directionValues, nonDeliveryValues } from '@/api/schema'
import { choosesSubsidiary, useProfile } from '@/context/session'
import { PartnerChoice, SubsidiaryChoice } from '@/shared/choices/RecordChoice'
import { DayField } from '@/ui/fields/DayField'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { MoneyField } from '@/ui/fields/MoneyField'
import { HALF, QUARTER } from '@/ui/form/field-width'
import { useFormat } from '@/ui/format'
import { useTermsInWords } from '../useTermsInWords'
import { FormCard } from './FormCard'
import { type Fields, focusPath } from './fields'
import { MoreFields } from './MoreFields'
import { goesThroughCustoms } from './missing'
import { itemsTotal } from './totals'
import type { Lookups } from './useLookups'

/** Incoterms 2020, the usual ones of parcels first. */
const INCOTERMS = ['DAP', 'DDP', 'EXW', 'FCA', 'CPT', 'CIP', 'DPU', 'FAS', 'FOB', 'CFR', 'CIF']
/** Letters and Enter take the first match; one that is chosen again stays. */
const SELECT = { allowDeselect: false } as const

type Props = { fields: Fields; lookups: Lookups }

/** How it travels, what it is worth, and all that is asked for seldom. */
export function ServiceCard({ fields, lookups }: Props) {
  const { t } = useTranslation('shipment-form')
  const { choice } = fields
  return (
    <FormCard title={t('section.service')}>
      <FirstSelect
        {...choice('service_id')}
        {...HALF}
        {...SELECT}
        label={t('field.service_id')}
        withAsterisk
        data={lookups.services}
        clearable
      />
      <Terms fields={fields} />
      <Owners fields={fields} />
      <Amounts fields={fields} lookups={lookups} />
      <Options fields={fields} />
    </FormCard>
  )
}

type TermsProps = {
  fields: Fields
  /** The terms that stay as they were priced: the direction, with `duties` also who pays duties, with `all` every one. */
  stands?: 'direction' | 'duties' | 'all'
}

/** The terms of delivery and the direction. */
export function Terms({ fields, stands }: TermsProps) {
  const { t } = useTranslation('shipment-form')
  const { values, choice } = fields
  const abroad = goesThroughCustoms(values)
  const incoterms =
    values.incoterm && !INCOTERMS.includes(values.incoterm) ? [values.incoterm, ...INCOTERMS] : INCOTERMS
  // From DDP, or to it, the price would be another one.
  const offered = stands === 'duties' && abroad ? incoterms.filter((value) => value !== 'DDP') : incoterms
  const nameTerms = useTermsInWords()
  return (
    <>
      <FirstSelect
        {...choice('incoterm')}
        {...HALF}
        {...SELECT}
        label={t('field.incoterm')}
        placeholder={abroad ? t('terms.usual') : ''}
        disabled={stands === 'all'}
        data={offered.map((value) => ({ value, label: nameTerms(value) }))}
        clearable
      />
      <FirstSelect
        {...choice('direction')}
        {...QUARTER}
        {...SELECT}
        label={t('field.direction')}
        disabled={stands !== undefined}
        data={directionValues.map((value) => ({ value, label: t(`direction.${value}`) }))}
      />
    </>
  )
}

/** The branch and the partner the current user may choose; their own one is set by the server. */
export function Owners({ fields }: { fields: Fields }) {
  const { t } = useTranslation('shipment-form')
  const profile = useProfile()
  const { values, at, patch } = fields
  return (
    <>
      {choosesSubsidiary(profile) && (
        <div data-width="half">
          <SubsidiaryChoice
            {...at('subsidiary_id')}
            label={t('field.subsidiary_id')}
            value={values.subsidiary_id}
            name={values.subsidiary_label}
            onChange={(subsidiary_id, subsidiary_label) => patch({ subsidiary_id, subsidiary_label })}
          />
        </div>
      )}
      {profile.can['partner.select'] && (
        <div data-width="half">
          <PartnerChoice
            {...at('partner_id')}
            label={t('field.partner_id')}
            value={values.partner_id}
            name={values.partner_label}
            onChange={(partner_id, partner_label) => patch({ partner_id, partner_label })}
          />
        </div>
      )}
    </>
  )
}

export function Amounts({ fields, lookups }: Props) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const { values, choice, set } = fields
  const total = itemsTotal(values.items, values.currency)
  const offered = total !== null && Number(total) !== Number(values.declared_value ?? 'NaN')
  return (
    <>
      <FirstSelect
        {...choice('currency')}
        {...HALF}
        {...SELECT}
        label={t('field.currency')}
        data={lookups.currencies.filter(({ value, active }) => active || value === values.currency)}
        clearable
      />
      <Amount name="declared_value" fields={fields} />
      {offered && (
        <div>
          <Button
            variant="light"
            size="compact-sm"
            onClick={() => {
              set('declared_value', total)
              focusPath('declared_value')
            }}
          >
            {t('useTotal', { total: format.money(total, values.currency) })}
          </Button>
        </div>
      )}
    </>
  )
}

type AmountName = 'declared_value' | 'insurance_value' | 'freight_declared'

export function Amount({ name, fields }: { name: AmountName; fields: Fields }) {
  const { t } = useTranslation('shipment-form')
  const { values, at, set } = fields
  return (
    <MoneyField
      {...at(name)}
      {...HALF}
      label={t(`field.${name}`)}
      withAsterisk={name === 'declared_value'}
      currency={values.currency ?? undefined}
      value={values[name]}
      onChange={(value) => set(name, value)}
    />
  )
}

const MORE = [
  'insurance_value',
  'freight_declared',
  'external_ref',
  'shipped_on',
  'due_on',
  'notes',
  'non_delivery',
] as const

/** Where it goes back to, what insurance and customs go by besides, dates and notes. */
export function Options({ fields }: { fields: Fields }) {
  const { t } = useTranslation(['shipment-form', 'shipments'])
  const { values, errors, choice, text, input } = fields
  const isFilled = MORE.some((name) => (name === 'non_delivery' ? values[name] !== 'return' : values[name]))
  return (
    <MoreFields of={t('section.service')} filled={isFilled} wrong={MORE.some((name) => errors[name])}>
      <FirstSelect
        {...choice('non_delivery')}
        {...HALF}
        {...SELECT}
        label={t('field.non_delivery')}
        data={nonDeliveryValues.map((value) => ({ value, label: t(`shipments:nonDelivery.${value}`) }))}
      />
      <TextInput {...text('external_ref')} {...HALF} label={t('field.external_ref')} maxLength={120} />
      <Amount name="insurance_value" fields={fields} />
      <Amount name="freight_declared" fields={fields} />
      <DayField {...input('shipped_on')} {...HALF} label={t('field.shipped_on')} />
      <DayField {...input('due_on')} {...HALF} label={t('field.due_on')} />
      <Textarea
        {...text('notes')}
        label={t('field.notes')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
      />
    </MoreFields>
  )
}
