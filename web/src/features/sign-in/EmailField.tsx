import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The address somebody signs in with. */
export function EmailField(props: TextInputProps) {
  const { t } = useTranslation('sign-in')
  return (
    <TextInput
      label={t('email')}
      type="email"
      autoComplete="username"
      inputMode="email"
      size="md"
      {...props}
    />
  )
}
