import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Fields } from './values'

/** Name and contact of the company. */
export function CompanySection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('settings')
  return (
    <FormSection title={t('company.title')} text={t('company.text')}>
      <TextInput {...fields.text('name')} label={t('company.name')} maxLength={120} required />
      <TextInput {...fields.text('contact_email')} {...HALF} type="email" label={t('company.email')} />
      <TextInput
        {...fields.text('contact_phone')}
        {...HALF}
        type="tel"
        label={t('company.phone')}
        placeholder="+55 11 4002-8922"
      />
    </FormSection>
  )
}
