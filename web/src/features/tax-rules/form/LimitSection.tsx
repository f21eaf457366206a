import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { taxLimitBaseValues } from '@/api/schema'
import { DecimalField } from '@/ui/fields/DecimalField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRuleWords } from '../words/useRuleWords'
import type { SectionProps } from './SectionProps'
import { inputOf } from './values'

export function LimitSection({ fields: { values, choice, at, set } }: SectionProps) {
  const { t } = useTranslation('tax-rules')
  const words = useRuleWords()
  const limit = (name: 'limit_from' | 'limit_to') => (
    <MoneyField
      {...HALF}
      {...at(name)}
      label={t(`field.${name}`)}
      currency={values.currency}
      decimals={4}
      value={values[name]}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <FormSection title={t('section.limits')} text={t('section.limitsText')}>
      {limit('limit_from')}
      {limit('limit_to')}
      <Select
        {...HALF}
        {...choice('limit_base')}
        label={t('field.limit_base')}
        allowDeselect={false}
        data={taxLimitBaseValues.map((value) => ({
          value,
          label: words.limitBase({ ...inputOf(values), limit_base: value }),
        }))}
      />
      <DecimalField
        {...HALF}
        {...at('weight_to')}
        label={t('field.weight_to')}
        unit="kg"
        decimals={3}
        value={values.weight_to}
        onChange={(value) => set('weight_to', value)}
      />
    </FormSection>
  )
}
