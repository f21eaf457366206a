import { Select, Switch, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { taxConfidenceValues } from '@/api/schema'
import { DayField } from '@/ui/fields/DayField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { SectionProps } from './SectionProps'

export function ValiditySection({ fields: { values, text, input, choice, set, at } }: SectionProps) {
  const { t } = useTranslation('tax-rules')
  return (
    <FormSection title={t('section.validity')} text={t('section.validityText')}>
      <DayField {...HALF} {...input('valid_from')} label={t('field.valid_from')} withAsterisk />
      <DayField
        {...HALF}
        {...input('valid_to')}
        label={t('field.valid_to')}
        description={t('validToText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Textarea
        {...text('legal_ref')}
        label={t('field.legal_ref')}
        withAsterisk
        maxLength={500}
        autosize
        minRows={1}
        maxRows={4}
      />
      <Textarea
        {...text('source')}
        label={t('field.source')}
        withAsterisk
        maxLength={500}
        autosize
        minRows={1}
        maxRows={4}
      />
      <Select
        {...HALF}
        {...choice('confidence')}
        label={t('field.confidence')}
        allowDeselect={false}
        data={taxConfidenceValues.map((value) => ({ value, label: t(`confidence.${value}`) }))}
      />
      <Switch
        {...at('enabled')}
        label={t('field.enabled')}
        checked={values.enabled}
        onChange={(event) => set('enabled', event.currentTarget.checked)}
      />
      <Textarea
        {...text('note')}
        label={t('field.note')}
        description={values.enabled ? undefined : t('noteText')}
        withAsterisk={!values.enabled}
        maxLength={1000}
        autosize
        minRows={2}
        maxRows={6}
      />
    </FormSection>
  )
}
