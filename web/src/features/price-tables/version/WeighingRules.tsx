import { Select, Switch, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type PriceTable, pricePerValues, priceVolumetricRuleValues } from '@/api/schema'
import { DayField } from '@/ui/fields/DayField'
import { DecimalField } from '@/ui/fields/DecimalField'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { RuleFields } from './RulesPage'

/** The days on which a version applies, and its note. */
export function Terms({ fields, isDraft }: { fields: RuleFields; isDraft: boolean }) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  return (
    <FormSection title={t('rules.terms')} text={t('rules.termsText')}>
      <DayField
        {...fields.input('valid_from')}
        {...HALF}
        label={grid('rule.valid_from')}
        disabled={!isDraft}
      />
      <DayField
        {...fields.input('valid_to')}
        {...HALF}
        label={grid('rule.valid_to')}
        description={t('rules.validToText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Textarea {...fields.text('note')} label={t('rules.note')} maxLength={500} autosize minRows={2} />
    </FormSection>
  )
}

type WeighingProps = { fields: RuleFields; table: PriceTable; isDraft: boolean }

/** How the chargeable weight is found. */
export function WeighingRules({ fields, table, isDraft }: WeighingProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  const { values, set, at } = fields
  const unit = table.weight_unit
  const decimal = (name: 'divisor' | 'rounding_step' | 'scale_division') => ({
    ...at(name),
    label: grid(`rule.${name}`),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    value: values[name] ?? null,
    onChange: (value: string | null) => set(name, value),
  })
  const per = (name: 'weighed_per' | 'priced_per') => (
    <Select
      {...fields.choice(name)}
      {...HALF}
      label={grid(`rule.${name}`)}
      allowDeselect={false}
      disabled={!isDraft}
      data={pricePerValues.map((value) => ({ value, label: t(`per.${value}`) }))}
    />
  )
  return (
    <FormSection title={t('rules.weighing')} text={t('rules.weighingText')}>
      <Select
        {...fields.choice('volumetric_rule')}
        {...HALF}
        label={grid('rule.volumetric_rule')}
        allowDeselect={false}
        disabled={!isDraft}
        data={priceVolumetricRuleValues.map((value) => ({ value, label: t(`volumetric.${value}`) }))}
      />
      <DecimalField
        {...decimal('divisor')}
        {...HALF}
        description={t('rules.divisorText', { size: table.size_unit, weight: unit })}
        disabled={values.volumetric_rule === 'none'}
      />
      {per('weighed_per')}
      {per('priced_per')}
      <DecimalField
        {...decimal('rounding_step')}
        {...THIRD}
        unit={unit}
        description={t('rules.roundingText')}
      />
      <DecimalField
        {...decimal('scale_division')}
        {...THIRD}
        unit={unit}
        description={t('rules.scaleText')}
      />
      {table.size_unit === 'in' && (
        <Switch
          label={grid('rule.inch_ceil')}
          checked={values.inch_ceil}
          onChange={(event) => set('inch_ceil', event.currentTarget.checked)}
        />
      )}
    </FormSection>
  )
}
