import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePasswordRule } from '@/blocks/usePasswordRule'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { EmailField } from '../EmailField'
import type { Fields } from './useFields'

/** E-mail and password of the new user. */
export function AccessSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation(['register', 'sign-in'])
  const rule = usePasswordRule()
  const password = (name: 'password' | 'password_confirmation') => ({
    ...fields.text(name),
    ...HALF,
    required: true,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('sign-in:showPassword') },
  })
  return (
    <FormSection title={t('access')}>
      <EmailField {...fields.text('email')} required size="sm" maxLength={254} />
      <PasswordInput
        {...password('password')}
        label={t('sign-in:password')}
        description={fields.errors.password ? undefined : rule.text}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <PasswordInput {...password('password_confirmation')} label={t('passwordOnceMore')} />
    </FormSection>
  )
}
