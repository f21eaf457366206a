import { Alert, Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, errorText } from '@/api/errors'
import { usePasswordEmail } from '@/api/generated/endpoints/access/access'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import { useRules } from '@/ui/form/useRules'
import { EmailField } from './EmailField'
import { Failure } from './Failure'

type RecoverPageProps = {
  /** Where to go after signing in. */
  to?: string
  onSent(): void
}

/** Requests the e-mail with the reset link. The answer is the same for known and unknown addresses. */
export function RecoverPage({ to, onSent }: RecoverPageProps) {
  const { t } = useTranslation('sign-in')
  useDocumentTitle(t('recover.title'))
  const ask = usePasswordEmail({ request: { quiet: true } })
  const [sentTo, setSentTo] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const rules = useRules()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: rules.email },
  })

  async function submit(values: typeof form.values) {
    setFailure(undefined)
    const email = values.email.trim().toLowerCase()
    try {
      await ask.mutateAsync({ data: { email } })
      setSentTo(email)
      onSent()
    } catch (error) {
      if (applyServerErrors(form, error)) focusEmail()
      else setFailure(errorText(error))
    }
  }

  const focusEmail = () => requestAnimationFrame(() => form.getInputNode('email')?.focus())

  return (
    <>
      <Title order={1}>{t('recover.title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('recover.text')}
      </Text>
      <form onSubmit={form.onSubmit(submit, focusEmail)} noValidate>
        <Stack gap="md">
          {failure && <Failure>{failure}</Failure>}
          <div role="status">
            {sentTo && (
              <Alert color="green" icon={<IconMailCheck aria-hidden />} title={t('recover.sent')}>
                {t('recover.sentText', { email: sentTo })}
              </Alert>
            )}
          </div>
          <EmailField data-autofocus key={form.key('email')} {...form.getInputProps('email')} />
          <Button type="submit" size="md" fullWidth loading={form.submitting}>
            {t(sentTo ? 'recover.again' : 'recover.submit')}
          </Button>
          <Anchor component={AppLink} to={to ? towards(paths.login(), to) : paths.home()}>
            {t('back')}
          </Anchor>
        </Stack>
      </form>
    </>
  )
}
