import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CurrentPerson } from '@/api/schema'
import { FormSection } from '@/ui/form/ResourceForm'
import { EmailField } from '../EmailField'
import type { Fields } from './useFields'

/** The address of a user who signs in with a provider: confirmed by it, or still to be confirmed by e-mail. */
export function AddressProof({ person, fields }: { person: CurrentPerson; fields: Fields }) {
  const { t } = useTranslation(['register', 'sign-in'])
  return (
    <FormSection title={t('sign-in:email')}>
      {person.email_verified ? (
        <Text size="sm">{t('complete.proven', { email: person.email, provider: person.provider })}</Text>
      ) : (
        <EmailField
          {...fields.text('email')}
          required
          size="sm"
          maxLength={254}
          autoComplete="email"
          description={fields.errors.email ? undefined : t('complete.email')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
    </FormSection>
  )
}
