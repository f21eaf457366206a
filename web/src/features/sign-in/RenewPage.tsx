import { Anchor, Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, codeOf, errorText, fieldTexts } from '@/api/errors'
import { usePasswordReset } from '@/api/generated/endpoints/access/access'
import { usePasswordRule } from '@/blocks/usePasswordRule'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import { useRules } from '@/ui/form/useRules'
import { EmailField } from './EmailField'
import { Failure } from './Failure'

const FIELDS = ['email', 'password', 'password_confirmation'] as const

type RenewPageProps = {
  /** The secret in the link of the e-mail. */
  token: string
  onRenewed(): Promise<void>
}

/** The page behind the link of the e-mail: sets a new password for the address it was sent to. */
export function RenewPage({ token, onRenewed }: RenewPageProps) {
  const { t } = useTranslation('sign-in')
  useDocumentTitle(t('renew.title'))
  const reset = usePasswordReset({ request: { quiet: true } })
  const [failure, setFailure] = useState<unknown>()
  const { email } = useRules()
  const rule = usePasswordRule()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', password_confirmation: '' },
    validate: {
      email,
      password: rule.problem,
      password_confirmation: (value, { password }) => rule.problemOfSecond(value, password),
    },
  })

  async function submit({ email, ...passwords }: typeof form.values) {
    setFailure(undefined)
    try {
      await reset.mutateAsync({ data: { token, email: email.trim().toLowerCase(), ...passwords } })
      await onRenewed()
    } catch (error) {
      if (applyServerErrors(form, error)) focusFirst(fieldTexts(error))
      else setFailure(error)
    }
  }

  function focusFirst(errors: Record<string, unknown>) {
    const first = FIELDS.find((field) => errors[field])
    if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus())
  }

  const passwordField = (field: 'password' | 'password_confirmation') => (
    <PasswordInput
      label={t(`renew.${field}`)}
      description={field === 'password' ? rule.text : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      key={form.key(field)}
      {...form.getInputProps(field)}
    />
  )

  return (
    <>
      <Title order={1}>{t('renew.title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('renew.text')}
      </Text>
      <form onSubmit={form.onSubmit(submit, focusFirst)} noValidate>
        <Stack gap="md">
          {failure !== undefined && (
            <Failure>
              {errorText(failure)}{' '}
              {codeOf(failure) === 'link_not_valid' && (
                <Anchor component={AppLink} to={paths['password.email']()}>
                  {t('renew.askAgain')}
                </Anchor>
              )}
            </Failure>
          )}
          <EmailField key={form.key('email')} {...form.getInputProps('email')} />
          {passwordField('password')}
          {passwordField('password_confirmation')}
          <Button type="submit" size="md" fullWidth loading={form.submitting}>
            {t('renew.submit')}
          </Button>
          <Anchor component={AppLink} to={paths.login()}>
            {t('back')}
          </Anchor>
        </Stack>
      </form>
    </>
  )
}
