import { isEmail, isNotEmpty } from '@mantine/form'
import { useTranslation } from 'react-i18next'

/** Rules that many forms use. */
export function useRules() {
  const { t } = useTranslation('common')
  const required = isNotEmpty(t('validation.required'))
  const email = (value: string) => required(value) ?? isEmail(t('validation.email'))(value)
  return { required, email }
}
