import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { HALF } from '@/ui/form/field-width'

export function SecretField(props: PasswordInputProps) {
  const { t } = useTranslation('account')
  return (
    <PasswordInput
      {...HALF}
      required
      maxLength={1024}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...props}
    />
  )
}
