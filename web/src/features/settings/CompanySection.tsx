import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChoices } from '@/api/useChoices'
import { useSite } from '@/context/site'
import { PhoneField } from '@/ui/fields/PhoneField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Fields } from './values'

/** Name and contact of the company. */
export function CompanySection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('settings')
  const { config } = useSite()
  const { data: choices } = useChoices()
  const home = choices?.countries.find(({ id }) => id === config.country_id)
  return (
    <FormSection title={t('company.title')} text={t('company.text')}>
      <TextInput {...fields.text('name')} label={t('company.name')} maxLength={120} required />
      <TextInput {...fields.text('contact_email')} {...HALF} type="email" label={t('company.email')} />
      <div data-width="half">
        <PhoneField
          {...fields.at('contact_phone')}
          label={t('company.phone')}
          value={fields.values.contact_phone}
          onChange={(phone) => fields.set('contact_phone', phone)}
          codes={choices?.codes ?? []}
          defaultCountry={home?.alpha2 ?? ''}
        />
      </div>
    </FormSection>
  )
}
