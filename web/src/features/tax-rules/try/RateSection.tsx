import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DecimalField } from '@/ui/fields/DecimalField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { TrySectionProps } from './RouteSections'

/** The rates of exchange that an answer asked for. */
export function RateSection({ fields: { values, at, set } }: TrySectionProps) {
  const { t } = useTranslation('tax-try')
  const { rates } = values
  if (rates.length === 0) return null
  return (
    <FormSection title={t('section.rates')} text={t('section.ratesText')}>
      {rates.map(({ from, to, rate }, index) => (
        <DecimalField
          key={`${from}-${to}`}
          {...HALF}
          {...at(`rates.${index}.rate`)}
          label={t('field.rate', { from, to })}
          decimals={8}
          rightSection={
            <CloseButton
              size="sm"
              aria-label={t('removeRate', { from, to })}
              onClick={() => set('rates', rates.toSpliced(index, 1))}
            />
          }
          value={rate}
          onChange={(value) => set('rates', rates.with(index, { from, to, rate: value }))}
        />
      ))}
    </FormSection>
  )
}
