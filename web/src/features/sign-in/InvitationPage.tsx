import { Anchor, Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, codeOf, errorText } from '@/api/errors'
import { useInvitationAccept } from '@/api/generated/endpoints/access/access'
import { CompanyEmail } from '@/blocks/AskCompany'
import { usePasswordRule } from '@/blocks/usePasswordRule'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import { Failure } from './Failure'

type Props = {
  company: string
  /** The secret in the link of the e-mail. */
  token: string
  onAccepted(): Promise<void>
}

/** Where an invitation leads: the password of a new user. */
export function InvitationPage({ company, token, onAccepted }: Props) {
  const { t } = useTranslation('sign-in')
  useDocumentTitle(t('invitation.title'))
  const accept = useInvitationAccept({ request: { quiet: true } })
  const [failure, setFailure] = useState<unknown>()
  const rule = usePasswordRule()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', password_confirmation: '' },
    validate: {
      password: rule.problem,
      password_confirmation: (value, { password }) => rule.problemOfSecond(value, password),
    },
  })
  type Name = keyof typeof form.values

  function focusFirst(errors: Partial<Record<Name, unknown>>) {
    const first: Name = errors.password ? 'password' : 'password_confirmation'
    requestAnimationFrame(() => form.getInputNode(first)?.focus())
  }

  async function submit(passwords: typeof form.values) {
    setFailure(undefined)
    try {
      await accept.mutateAsync({ data: { token, ...passwords } })
      await onAccepted()
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error)
    }
  }

  const passwordField = (name: Name) => (
    <PasswordInput
      label={t(`renew.${name}`)}
      description={name === 'password' ? rule.text : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  )

  return (
    <>
      <Title order={1}>{t('invitation.title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('invitation.text', { company })}
      </Text>
      <form onSubmit={form.onSubmit(submit, focusFirst)} noValidate>
        <Stack gap="md">
          {failure !== undefined && (
            <Failure>
              {errorText(failure)}{' '}
              {codeOf(failure) === 'link_not_valid' && (
                <>
                  {t('invitation.askAgain')} <CompanyEmail />
                </>
              )}
            </Failure>
          )}
          {passwordField('password')}
          {passwordField('password_confirmation')}
          <Button type="submit" size="md" fullWidth loading={form.submitting}>
            {t('invitation.submit')}
          </Button>
          <Anchor component={AppLink} to={paths.login()}>
            {t('back')}
          </Anchor>
        </Stack>
      </form>
    </>
  )
}
