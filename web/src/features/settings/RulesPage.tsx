import { Checkbox, NumberInput, Radio, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { regulatoryGatewayValues, type TenantSetting } from '@/api/schema'
import { useSite } from '@/context/site'
import { useSeparators, WeightField } from '@/ui/fields/MeasureField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { SettingsFrame } from './SettingsFrame'
import { StoredFiles } from './StoredFiles'
import { TicketRules } from './TicketRules'
import { useSettingsForm } from './useSettingsForm'

const NUMBERS = [
  'password_min_length',
  'session_idle_hours',
  'session_remembered_days',
  'invitation_days',
  'max_upload_mb',
  'import_max_lines',
  'field_data_days',
  'customs_data_days',
  'ticket_reopen_days',
  'quote_days',
  'min_margin_pct',
  'reweigh_tolerance_g',
  'reweigh_tolerance_pct',
  'reweigh_tolerance_mm',
  'reweigh_auto_pct',
  'reweigh_days',
] as const
type NumberName = (typeof NUMBERS)[number]

/** From and to, as the server has them. */
type Bounds = Record<NumberName, [number, number]>

const boundsOf = (setting: TenantSetting): Bounds => ({
  password_min_length: [6, 64],
  session_idle_hours: [1, 72],
  session_remembered_days: [1, 90],
  invitation_days: [1, 30],
  max_upload_mb: [1, setting.server_max_upload_mb],
  import_max_lines: [100, 1_000_000],
  field_data_days: [30, 730],
  customs_data_days: [365, 3_650],
  ticket_reopen_days: [1, 365],
  quote_days: [1, 90],
  min_margin_pct: [0, 90],
  reweigh_tolerance_g: [0, 10_000],
  reweigh_tolerance_pct: [0, 50],
  reweigh_tolerance_mm: [0, 500],
  reweigh_auto_pct: [0, 1_000],
  reweigh_days: [1, 60],
})

/** These may be left empty: the server's own limit holds then, or none. */
const OPTIONAL: readonly NumberName[] = ['max_upload_mb', 'import_max_lines', 'min_margin_pct']
const isOptional = (name: NumberName) => OPTIONAL.includes(name)

const CHOICES = ['password_letters_and_digits', 'password_refuse_breached'] as const

type Values = Record<NumberName, number | null> &
  Record<(typeof CHOICES)[number], boolean> &
  Pick<
    TenantSetting,
    'regulatory_gateway' | 'mail_opens_tickets' | 'ticket_reply_takes' | 'reweigh_gives_back'
  > & {
    reweigh_auto_max: string | null
    mail_ticket_subject_id: string | null
    shipment_max_value: string | null
    shipment_max_weight_g: number | null
    version: string
  }

const valuesOf = (setting: TenantSetting): Values => ({
  password_min_length: setting.password_min_length,
  password_letters_and_digits: setting.password_letters_and_digits,
  password_refuse_breached: setting.password_refuse_breached,
  session_idle_hours: setting.session_idle_hours,
  session_remembered_days: setting.session_remembered_days,
  invitation_days: setting.invitation_days,
  max_upload_mb: setting.max_upload_mb ?? null,
  import_max_lines: setting.import_max_lines ?? null,
  field_data_days: setting.field_data_days,
  customs_data_days: setting.customs_data_days,
  regulatory_gateway: setting.regulatory_gateway,
  mail_opens_tickets: setting.mail_opens_tickets,
  mail_ticket_subject_id: setting.mail_ticket_subject_id ?? null,
  ticket_reopen_days: setting.ticket_reopen_days,
  ticket_reply_takes: setting.ticket_reply_takes,
  quote_days: setting.quote_days,
  min_margin_pct: setting.min_margin_pct ?? null,
  shipment_max_value: setting.shipment_max_value,
  shipment_max_weight_g: setting.shipment_max_weight_g,
  reweigh_tolerance_g: setting.reweigh_tolerance_g,
  reweigh_tolerance_pct: setting.reweigh_tolerance_pct,
  reweigh_tolerance_mm: setting.reweigh_tolerance_mm,
  reweigh_gives_back: setting.reweigh_gives_back,
  reweigh_auto_pct: setting.reweigh_auto_pct,
  reweigh_auto_max: setting.reweigh_auto_max,
  reweigh_days: setting.reweigh_days,
  version: setting.revision,
})

function problem(
  name: NumberName,
  value: number | null,
  [min, max]: [number, number],
  t: TFunction<'codes'>,
) {
  if (value === null) return isOptional(name) ? null : t('required')
  if (value < min) return t('too_small', { min })
  return value > max ? t('too_large', { max }) : null
}

/** Rules for passwords, sessions, invitations, files, shipments and tickets. */
export default function RulesPage() {
  return <SettingsFrame>{(setting) => <RulesForm setting={setting} />}</SettingsFrame>
}

function RulesForm({ setting }: { setting: TenantSetting }) {
  const { t } = useTranslation(['settings-rules', 'settings'])
  const { t: codes } = useTranslation('codes')
  const navigate = useNavigate()
  const { config } = useSite()
  const bounds = boundsOf(setting)
  const model = useSettingsForm<Values>({
    name: 'tenant-rules',
    setting,
    valuesOf,
    validate: (values) => ({
      ...Object.fromEntries(NUMBERS.map((name) => [name, problem(name, values[name], bounds[name], codes)])),
      shipment_max_value: values.shipment_max_value === null ? codes('required') : null,
      shipment_max_weight_g: values.shipment_max_weight_g === null ? codes('required') : null,
      reweigh_auto_max: values.reweigh_auto_max === null ? codes('required') : null,
    }),
    // A form with an empty field that must not be empty is not sent.
    changes: ({ version, ...values }) => values as Partial<TenantSetting>,
  })
  const fields = useTiedFields(model.form)
  const number = (name: NumberName) => <NumberField name={name} fields={fields} bounds={bounds[name]} />
  return (
    <fieldset disabled={!setting.can.update} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <ResourceForm
        model={model}
        submitLabel={t('settings:save')}
        onCancel={() => void navigate({ to: '/' })}
      >
        <FormSection title={t('passwords')} text={t('passwordsText')}>
          {number('password_min_length')}
          {CHOICES.map((name) => (
            <Checkbox
              key={name}
              label={t(`${name}`)}
              checked={fields.values[name]}
              onChange={(event) => fields.set(name, event.currentTarget.checked)}
            />
          ))}
        </FormSection>
        <FormSection title={t('access')} text={t('accessText')}>
          {number('session_idle_hours')}
          {number('session_remembered_days')}
          {number('invitation_days')}
        </FormSection>
        <FormSection title={t('files')} text={t('filesText')}>
          {number('max_upload_mb')}
          {number('import_max_lines')}
          {number('field_data_days')}
          {number('customs_data_days')}
          <StoredFiles />
        </FormSection>
        <FormSection title={t('shipments')} text={t('shipmentsText')}>
          <MoneyField
            {...fields.at('shipment_max_value')}
            {...HALF}
            label={t('shipment_max_value')}
            currency="USD"
            required
            value={fields.values.shipment_max_value}
            onChange={(value) => fields.set('shipment_max_value', value)}
          />
          <WeightField
            {...fields.at('shipment_max_weight_g')}
            {...HALF}
            label={t('shipment_max_weight_g')}
            required
            value={fields.values.shipment_max_weight_g}
            onChange={(value) => fields.set('shipment_max_weight_g', value)}
          />
          {number('quote_days')}
          {number('min_margin_pct')}
        </FormSection>
        <FormSection title={t('reweigh')} text={t('reweighText')}>
          {number('reweigh_tolerance_g')}
          {number('reweigh_tolerance_pct')}
          {number('reweigh_tolerance_mm')}
          {number('reweigh_days')}
          {number('reweigh_auto_pct')}
          <MoneyField
            {...fields.at('reweigh_auto_max')}
            {...HALF}
            label={t('reweigh_auto_max')}
            currency={config.currency}
            required
            value={fields.values.reweigh_auto_max}
            onChange={(value) => fields.set('reweigh_auto_max', value)}
          />
          <Checkbox
            label={t('reweigh_gives_back')}
            checked={fields.values.reweigh_gives_back}
            onChange={(event) => fields.set('reweigh_gives_back', event.currentTarget.checked)}
          />
        </FormSection>
        <TicketRules
          setting={setting}
          values={fields.values}
          subject={fields.at('mail_ticket_subject_id')}
          set={fields.set}
          days={number('ticket_reopen_days')}
        />
        <FormSection title={t('authority')} text={t('authorityText')}>
          <Radio.Group
            label={t('regulatory_gateway')}
            value={fields.values.regulatory_gateway}
            onChange={(chosen) => fields.set('regulatory_gateway', chosen as Values['regulatory_gateway'])}
          >
            <Stack gap="xs" mt="xs">
              {regulatoryGatewayValues.map((gateway) => (
                <Radio key={gateway} value={gateway} label={t(`gateway.${gateway}`)} />
              ))}
            </Stack>
          </Radio.Group>
        </FormSection>
      </ResourceForm>
    </fieldset>
  )
}

type NumberFieldProps = {
  name: NumberName
  fields: ReturnType<typeof useTiedFields<Values>>
  bounds: [number, number]
}

/** The text below a field: its limits, and the meaning of an empty one. */
function rangeText(name: NumberName, range: { min: string; max: string }, t: TFunction<'settings-rules'>) {
  if (name === 'min_margin_pct') return t('rangeOfMargin', range)
  return isOptional(name) ? t('rangeOrNone', range) : t('range', range)
}

function NumberField({ name, fields: { values, at, set }, bounds: [min, max] }: NumberFieldProps) {
  const { t } = useTranslation('settings-rules')
  const format = useFormat()
  const range = { min: format.number(min), max: format.number(max) }
  return (
    <NumberInput
      {...at(name)}
      {...HALF}
      {...useSeparators()}
      label={t(`${name}`)}
      description={rangeText(name, range, t)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required={!isOptional(name)}
      hideControls
      allowNegative={false}
      allowDecimal={false}
      inputMode="numeric"
      value={values[name] ?? ''}
      onChange={(typed) => set(name, typed === '' ? null : Number(typed))}
    />
  )
}
