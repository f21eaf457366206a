import { Select, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFuelRateSelect, usePriceVersionList } from '@/api/generated/endpoints/prices/prices'
import type { PriceTable, PriceVersion } from '@/api/schema'
import { DecimalField } from '@/ui/fields/DecimalField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useValidity } from '../useValidity'
import { Adjustments } from './Adjustments'
import { LinesChoice } from './LinesChoice'
import type { RuleFields } from './RulesPage'

type ChargeRulesProps = { fields: RuleFields; table: PriceTable; version: PriceVersion; isDraft: boolean }

/** The lowest freight, fuel, insurance, margins and discounts. */
export function ChargeRules(props: ChargeRulesProps) {
  return (
    <>
      <Freight {...props} />
      <Fuel {...props} />
      <Insurance {...props} />
      <Adjustments fields={props.fields} isDraft={props.isDraft} />
    </>
  )
}

function Freight({ fields, table, version, isDraft }: ChargeRulesProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  const { t: tables } = useTranslation('price-tables')
  const validity = useValidity()
  const { values, set, at } = fields
  const { data } = usePriceVersionList(table.id, { per_page: 100, status: 'published' })
  const others = data?.data.filter(({ id }) => id !== version.id) ?? []
  return (
    <FormSection title={t('rules.freight')} text={t('rules.freightText')}>
      <MoneyField
        {...at('minimum')}
        {...HALF}
        label={grid('rule.minimum')}
        currency={table.currency}
        decimals={6}
        value={values.minimum ?? null}
        onChange={(value) => set('minimum', value)}
      />
      <Select
        {...fields.choice('fallback_version_id')}
        {...HALF}
        label={grid('rule.fallback_version_id')}
        placeholder={t('rules.noFallback')}
        clearable
        disabled={!isDraft}
        data={others.map((one) => ({
          value: one.id,
          label: `${tables('versionNumber', { number: one.number })} · ${validity(one)}`,
        }))}
      />
      <Switch
        label={grid('rule.taxable')}
        checked={values.taxable}
        onChange={(event) => set('taxable', event.currentTarget.checked)}
      />
    </FormSection>
  )
}

function Fuel({ fields, isDraft }: ChargeRulesProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  const { values, set, at } = fields
  const { data } = useFuelRateSelect()
  const codes = new Set(data?.data.map(({ code }) => code))
  if (values.fuel_code) codes.add(values.fuel_code)
  return (
    <FormSection title={t('rules.fuel')} text={t('rules.fuelText')}>
      <Select
        {...fields.choice('fuel_code')}
        {...HALF}
        label={grid('rule.fuel_code')}
        placeholder={t('rules.noFuel')}
        clearable
        searchable
        disabled={!isDraft}
        data={[...codes]}
      />
      <LinesChoice
        {...at('fuel_on')}
        {...HALF}
        label={grid('rule.fuel_on')}
        without="fuel"
        disabled={!isDraft || !values.fuel_code}
        value={values.fuel_on}
        onChange={(lines) => set('fuel_on', lines)}
      />
    </FormSection>
  )
}

function Insurance({ fields, table }: ChargeRulesProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  const { values, set, form } = fields
  const at = (name: string) => ({
    error: form.errors[`insurance.${name}`],
    'data-path': `insurance.${name}`,
  })
  const put = (change: Partial<typeof values.insurance>) =>
    set('insurance', { ...values.insurance, ...change })
  return (
    <FormSection title={grid('rule.insurance')} text={t('rules.insuranceText')}>
      <Switch
        label={t('rules.hasInsurance')}
        checked={values.has_insurance}
        onChange={(event) => set('has_insurance', event.currentTarget.checked)}
      />
      {values.has_insurance && (
        <>
          <DecimalField
            {...at('pct')}
            {...THIRD}
            label={t('rules.pct')}
            unit="%"
            withAsterisk
            value={values.insurance.pct}
            onChange={(pct) => put({ pct })}
          />
          {(['min', 'max', 'free_below', 'max_value'] as const).map((name) => (
            <MoneyField
              key={name}
              {...at(name)}
              {...THIRD}
              label={t(`amount.${name}`)}
              currency={table.currency}
              decimals={6}
              value={values.insurance[name] ?? null}
              onChange={(value) => put({ [name]: value })}
            />
          ))}
          <Switch
            label={t('amount.taxable')}
            checked={values.insurance.taxable}
            onChange={(event) => put({ taxable: event.currentTarget.checked })}
          />
        </>
      )}
    </FormSection>
  )
}
