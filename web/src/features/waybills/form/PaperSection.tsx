import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayField } from '@/ui/fields/DayField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { WaybillValues } from './values'

/** How it is issued, who signs it, and the note of the staff. */
export function PaperSection({ fields }: { fields: TiedFields<WaybillValues> }) {
  const { t } = useTranslation('waybills')
  const { values, set, at, text } = fields
  return (
    <FormSection title={t('section.paper')} text={t('paperText')}>
      <Checkbox
        label={t('field.is_electronic')}
        checked={values.is_electronic}
        onChange={(event) => set('is_electronic', event.currentTarget.checked)}
      />
      <TextInput
        {...text('customs_reference')}
        {...HALF}
        label={t('field.customs_reference')}
        maxLength={60}
        autoComplete="off"
      />
      <DayField
        {...at('executed_on')}
        {...HALF}
        label={t('field.executed_on')}
        value={values.executed_on}
        onChange={(day) => set('executed_on', day)}
      />
      <TextInput {...text('executed_at')} {...HALF} label={t('field.executed_at')} maxLength={60} />
      <TextInput
        {...text('signatory')}
        {...HALF}
        label={t('field.signatory')}
        maxLength={60}
        autoComplete="off"
      />
      <Textarea
        {...text('note')}
        label={t('field.note')}
        description={t('noteText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={500}
      />
    </FormSection>
  )
}
