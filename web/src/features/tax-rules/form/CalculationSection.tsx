import { Autocomplete, Checkbox, Group, Select, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type TaxKindName,
  taxCollectedValues,
  taxKindNameValues,
  taxPerValues,
  taxRoundingValues,
} from '@/api/schema'
import { useCurrencies } from '@/shared/choices/CurrencyChoice'
import { DecimalField } from '@/ui/fields/DecimalField'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { MoneyField } from '@/ui/fields/MoneyField'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { BASE_PARTS, FIGURES, hasBase, isDue, isPerItem } from '../words/kinds'
import { useRefusalReason } from '../words/useTaxName'
import type { SectionProps } from './SectionProps'
import { renderTax } from './TaxOption'
import { useKnownTaxes } from './useKnownTaxes'
import { withKnown } from './with-known'

/** The meaning of the amount of a kind. */
const AMOUNTS: Partial<Record<TaxKindName, 'deduction' | 'perLine' | 'threshold'>> = {
  percent_less: 'deduction',
  flat_per_line: 'perLine',
  excess: 'threshold',
}

const REASONS = [
  'over_simplified_limit',
  'ordinary_regime',
  'state_required',
  'outside_tax_territory',
  'other_regime',
  'past_rates_not_kept',
  'rate_unconfirmed',
  'not_four_by_four',
]

/** Only the figures that the chosen kind uses. */
export function CalculationSection({ fields }: SectionProps) {
  const { t } = useTranslation('tax-rules')
  const { values, choice, patch } = fields

  function changeKind(kind: TaxKindName) {
    patch({
      kind,
      ...(isPerItem(kind) && { per: 'item' }),
      ...(isDue(kind) && values.class === 'gate' && { class: 'duty' }),
    })
  }

  return (
    <FormSection title={t('section.calculation')} text={t('section.calculationText')}>
      <Select
        {...HALF}
        {...choice('kind')}
        label={t('field.kind')}
        allowDeselect={false}
        data={taxKindNameValues.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(kind) => changeKind(kind as TaxKindName)}
      />
      <Figures fields={fields} />
      {hasBase(values.kind) && <Base fields={fields} />}
      {isDue(values.kind) && <Bounds fields={fields} />}
      {values.kind !== 'refuse' && <Ways fields={fields} />}
      <Replaced fields={fields} />
    </FormSection>
  )
}

function Figures({ fields: { values, choice, input, at, set } }: SectionProps) {
  const { t } = useTranslation('tax-rules')
  const currencies = useCurrencies()
  const reason = useRefusalReason()
  const known = useKnownTaxes(values.country)
  const { rate, amount } = FIGURES[values.kind]
  return (
    <>
      {rate && (
        <DecimalField
          {...HALF}
          {...at('rate')}
          label={t('field.rate')}
          withAsterisk={rate === 'needed'}
          unit="%"
          decimals={4}
          value={values.rate}
          onChange={(value) => set('rate', value)}
        />
      )}
      {amount && (
        <MoneyField
          {...HALF}
          {...at('amount')}
          label={t(`field.${AMOUNTS[values.kind] ?? 'amount'}`)}
          withAsterisk
          currency={values.currency}
          decimals={4}
          value={values.amount}
          onChange={(value) => set('amount', value)}
        />
      )}
      {values.kind === 'top_up' && (
        <Autocomplete
          {...HALF}
          {...input('credit')}
          label={t('field.credit')}
          withAsterisk
          maxLength={40}
          data={known.map(({ code }) => code)}
          renderOption={renderTax}
        />
      )}
      {values.kind === 'refuse' && (
        <Select
          {...HALF}
          {...choice('refusal')}
          label={t('field.refusal')}
          withAsterisk
          allowDeselect={false}
          data={withKnown(
            REASONS.map((value) => ({ value, label: reason(value) })),
            values.refusal,
          )}
        />
      )}
      <FirstSelect
        {...HALF}
        {...choice('currency')}
        label={t('field.currency')}
        withAsterisk
        allowDeselect={false}
        data={withKnown(currencies, values.currency)}
      />
    </>
  )
}

function Base({ fields: { values, set, at } }: SectionProps) {
  const { t } = useTranslation(['tax-rules', 'taxes'])
  return (
    <Checkbox.Group
      {...at('tax_base')}
      label={t('field.tax_base')}
      value={values.tax_base}
      onChange={(parts) =>
        set(
          'tax_base',
          BASE_PARTS.filter((part) => parts.includes(part)),
        )
      }
    >
      <Group gap="md" mt={6}>
        {BASE_PARTS.map((part) => (
          <Checkbox key={part} value={part} label={t(`taxes:base.${part}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Bounds({ fields: { values, at, set } }: SectionProps) {
  const { t } = useTranslation('tax-rules')
  return (['minimum', 'maximum'] as const).map((name) => (
    <MoneyField
      {...HALF}
      {...at(name)}
      key={name}
      label={t(`field.${name}`)}
      currency={values.currency}
      decimals={4}
      value={values[name]}
      onChange={(value) => set(name, value)}
    />
  ))
}

function Ways({ fields: { choice } }: SectionProps) {
  const { t } = useTranslation('tax-rules')
  return (
    <>
      <Select
        {...THIRD}
        {...choice('per')}
        label={t('field.per')}
        allowDeselect={false}
        data={taxPerValues.map((value) => ({ value, label: t(`per.${value}`) }))}
      />
      <Select
        {...THIRD}
        {...choice('rounding')}
        label={t('field.rounding')}
        allowDeselect={false}
        data={taxRoundingValues.map((value) => ({ value, label: t(`rounding.${value}`) }))}
      />
      <Select
        {...THIRD}
        {...choice('collected')}
        label={t('field.collected')}
        allowDeselect={false}
        data={taxCollectedValues.map((value) => ({ value, label: t(`collected.${value}`) }))}
      />
    </>
  )
}

function Replaced({ fields: { values, set, at } }: SectionProps) {
  const { t } = useTranslation('tax-rules')
  const known = useKnownTaxes(values.country)
  return (
    <TagsInput
      {...at('replaces')}
      label={t('field.replaces')}
      splitChars={[',', ' ']}
      renderOption={renderTax}
      data={known.map(({ code }) => code).filter((code) => code !== values.tax)}
      value={values.replaces?.split(/\s+/).filter(Boolean) ?? []}
      onChange={(codes) => set('replaces', codes.join(' ') || null)}
    />
  )
}
