import { Button, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MoneyField } from '@/ui/fields/MoneyField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { type Fields, focusPath } from './fields'
import { itemsTotal } from './totals'
import type { Lookups } from './useLookups'

const AMOUNTS = ['declared_value', 'insurance_value', 'freight_declared'] as const

export function ValuesSection({ fields, lookups }: { fields: Fields; lookups: Lookups }) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const { values, at, choice, set } = fields
  const total = itemsTotal(values.items)
  const offered = total !== null && Number(total) !== Number(values.declared_value ?? 'NaN')
  return (
    <FormSection title={t('section.values')} text={t('section.valuesText')}>
      <Select
        {...choice('currency')}
        {...HALF}
        label={t('field.currency')}
        data={lookups.currencies.filter(({ value, active }) => active || value === values.currency)}
        searchable
        clearable
      />
      {AMOUNTS.map((name) => (
        <MoneyField
          key={name}
          {...at(name)}
          {...HALF}
          label={t(`field.${name}`)}
          currency={values.currency ?? undefined}
          value={values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
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
    </FormSection>
  )
}
