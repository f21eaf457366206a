import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { useSite } from '@/context/site'
import { passwordProblem } from '@/ui/form/password-rule'

/** The company's password rule: as text, and as a check of the typed password. */
export function usePasswordRule() {
  const { t } = useTranslation()
  const rule = useSite().config.password_rule
  const count = rule.min_length
  return {
    text: rule.letters_and_digits ? t('newPassword.mixed', { count }) : t('newPassword.length', { count }),
    problem: (password: string) => codeText(passwordProblem(password, rule), { min: count }, '') || null,
    problemOfSecond: (second: string, password: string) =>
      codeText(!second ? 'required' : second === password ? undefined : 'confirmation_differs', {}, '') ||
      null,
  }
}
