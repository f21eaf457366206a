import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { taxBuyerValues, taxChannelValues, taxContentsValues, taxProgrammeValues } from '@/api/schema'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { usePlaces } from '../usePlaces'
import type { SectionProps } from './SectionProps'
import { withKnown } from './with-known'

export function ConditionSection({ fields: { values, choice, text } }: SectionProps) {
  const { t } = useTranslation(['tax-rules', 'taxes'])
  const { places } = usePlaces()
  const data = places.map(({ code, label }) => ({ value: code, label }))
  const optional = { ...HALF, placeholder: t('any'), clearable: true }
  return (
    <FormSection title={t('section.conditions')} text={t('section.conditionsText')}>
      <Select
        {...optional}
        {...choice('channel')}
        label={t('field.channel')}
        data={taxChannelValues.map((value) => ({ value, label: t(`taxes:channel.${value}`) }))}
      />
      <Select
        {...optional}
        {...choice('programme')}
        label={t('field.programme')}
        data={taxProgrammeValues.map((value) => ({ value, label: t(`taxes:programme.${value}`) }))}
      />
      <Select
        {...optional}
        {...choice('buyer')}
        label={t('field.buyer')}
        data={taxBuyerValues.map((value) => ({ value, label: t(`taxes:buyer.${value}`) }))}
      />
      <Select
        {...optional}
        {...choice('contents')}
        label={t('field.contents')}
        data={taxContentsValues.map((value) => ({ value, label: t(`taxes:contents.${value}`) }))}
      />
      <FirstSelect
        {...optional}
        {...choice('origin')}
        label={t('field.origin')}
        data={withKnown(data, values.origin)}
      />
      <FirstSelect
        {...optional}
        {...choice('dispatch')}
        label={t('field.dispatch')}
        data={withKnown(data, values.dispatch)}
      />
      <TextInput
        {...HALF}
        {...text('hs')}
        label={t('field.hs')}
        description={t('hsText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        maxLength={10}
      />
    </FormSection>
  )
}
