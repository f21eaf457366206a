import { Anchor, Button, Checkbox, Group, Loader, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, codeOf, errorText, fieldTexts, statusOf } from '@/api/errors'
import { useLogin } from '@/api/generated/endpoints/access/access'
import { setCsrfToken } from '@/api/request'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useRules } from '@/ui/form/useRules'
import { onceOnline } from '@/ui/once-online'
import { EmailField } from './EmailField'
import { Failure } from './Failure'
import { ResendEmail } from './ResendEmail'

/** Few are asked for a code: it is fetched when one is. */
const SecondStep = lazy(() => onceOnline(() => import('./SecondStep')))

type LoginFormProps = {
  /** The user who must sign in again; only the password can be typed. */
  email?: string
  /** The address that the field begins with. */
  startsWith?: string
  /** The identity of a provider to link to the account. */
  link?: boolean
  /** Begins with the second step. */
  asksCode?: boolean
  /** Where to go after signing in: a registration and a forgotten password come back to it. */
  to?: string
  /** Called with the new session in place. */
  onSignedIn(): Promise<void>
  /** Other ways in, below. */
  children?: ReactNode
}

export function LoginForm({
  email,
  startsWith,
  link = false,
  to,
  onSignedIn,
  children,
  ...begin
}: LoginFormProps) {
  const { t } = useTranslation('sign-in')
  const login = useLogin({ request: { quiet: true } })
  const [failure, setFailure] = useState<unknown>()
  const [asksCode, setAsksCode] = useState(begin.asksCode)
  const rules = useRules()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: email ?? startsWith ?? '', password: '', remember_me: false },
    validate: { email: rules.email, password: rules.required },
  })

  async function submit({ email: address, ...rest }: typeof form.values) {
    setFailure(undefined)
    try {
      const { data } = await login.mutateAsync({
        data: { ...rest, link, email: address.trim().toLowerCase() },
      })
      setCsrfToken(data.csrf_token)
      if (data.second_factor) setAsksCode(true)
      else await onSignedIn()
    } catch (error) {
      if (applyServerErrors(form, error)) focusFirst(form, fieldTexts(error))
      else setFailure(error)
    }
  }

  if (asksCode) {
    const back = () => {
      form.setFieldValue('password', '')
      setAsksCode(false)
    }
    return (
      <Suspense fallback={<Loader />}>
        <SecondStep onSignedIn={onSignedIn} onBack={back} />
      </Suspense>
    )
  }

  return (
    <>
      <form onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))} noValidate>
        <Stack gap="md">
          {failure !== undefined && (
            <Failure>
              {isUnknown(failure) ? t('failed') : errorText(failure)}
              {codeOf(failure) === 'email_not_validated' && <ResendEmail email={form.getValues().email} />}
            </Failure>
          )}
          <EmailField
            readOnly={email !== undefined}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            size="md"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Checkbox
            label={t('remember')}
            key={form.key('remember_me')}
            {...form.getInputProps('remember_me', { type: 'checkbox' })}
          />
          <Button type="submit" size="md" fullWidth loading={form.submitting}>
            {t('submit')}
          </Button>
          {email === undefined && (
            <Group justify="space-between" gap="xs">
              <Anchor component={AppLink} to={towards(paths['password.email'](), to)}>
                {t('forgot')}
              </Anchor>
              <Anchor component={AppLink} to={towards(paths.register(), to)}>
                {t('register')}
              </Anchor>
            </Group>
          )}
        </Stack>
      </form>
      {children}
    </>
  )
}

/** Neither refused nor told to wait: the server, or what stands before it, failed. */
const isUnknown = (failure: unknown) => {
  const status = statusOf(failure) ?? 500
  return status >= 500 && status !== 503
}

type WithFields = { getInputNode(path: 'email' | 'password'): HTMLElement | null }

/** After the errors are drawn, so that the field is read out together with what is wrong with it. */
function focusFirst(form: WithFields, errors: Record<string, unknown>) {
  requestAnimationFrame(() => form.getInputNode(errors.email ? 'email' : 'password')?.focus())
}
