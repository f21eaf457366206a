import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A key or secret of another system, which browsers do not offer to keep. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('showSecret') }}
      {...props}
    />
  )
}
