import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, codeOf, errorText } from '@/api/errors'
import { useLoginSecondFactor } from '@/api/generated/endpoints/second-factor/second-factor'
import { setCsrfToken } from '@/api/request'
import { useRules } from '@/ui/form/useRules'
import { Failure } from './Failure'

type SecondStepProps = {
  /** Called with the new session in place. */
  onSignedIn(): Promise<void>
  /** To the password again. */
  onBack(): void
}

/** After the right password: a code of the app, or one of those kept for its loss. */
export default function SecondStep({ onSignedIn, onBack }: SecondStepProps) {
  const { t } = useTranslation('sign-in')
  const { required } = useRules()
  const login = useLoginSecondFactor({ request: { quiet: true } })
  const [failure, setFailure] = useState<unknown>()
  const [lost, setLost] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({ initialValues: { code: '' }, validate: { code: required } })
  const focus = () => field.current?.focus()

  // The field stands in the place of the one that had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and when another code is asked for
  useEffect(focus, [lost])

  async function submit(values: { code: string }) {
    setFailure(undefined)
    try {
      const { data } = await login.mutateAsync({ data: values })
      setCsrfToken(data.csrf_token)
      await onSignedIn()
    } catch (error) {
      if (applyServerErrors(form, error)) focus()
      else setFailure(error)
    }
  }

  function useOther() {
    setFailure(undefined)
    form.reset()
    setLost(!lost)
  }

  return (
    <form onSubmit={form.onSubmit(submit, focus)} noValidate>
      <Stack gap="md">
        {failure !== undefined && <Failure>{errorText(failure)}</Failure>}
        <Text size="sm">{t(lost ? 'step.recoveryText' : 'step.text')}</Text>
        <TextInput
          ref={field}
          {...form.getInputProps('code')}
          label={t(lost ? 'step.recoveryCode' : 'step.code')}
          size="md"
          inputMode={lost ? 'text' : 'numeric'}
          autoComplete={lost ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" size="md" fullWidth loading={form.submitting}>
          {t('submit')}
        </Button>
        <Group justify="space-between" gap="xs">
          <Anchor component="button" type="button" onClick={onBack}>
            {t(codeOf(failure) === 'sign_in_expired' ? 'step.again' : 'step.back')}
          </Anchor>
          <Anchor component="button" type="button" onClick={useOther}>
            {t(lost ? 'step.useApp' : 'step.useRecovery')}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
