import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useSectionForm } from '../../SectionForm'
import { SecretField } from '../SecretField'

type Proof = { current_password: string; code: string }

type ProofFormProps = {
  text: string
  /** The first of them takes the focus. */
  asks: readonly (keyof Proof)[]
  submitLabel: string
  danger?: boolean
  submit(proof: Proof): Promise<unknown>
}

/** Password and code, as far as they are asked for. */
export function ProofForm({ text, asks, submitLabel, danger, submit }: ProofFormProps) {
  const { t } = useTranslation('account')
  const { required } = useRules()
  const asksPassword = asks.includes('current_password')
  const { form, failure, refusals, onSubmit } = useSectionForm<Proof>({
    initial: { current_password: '', code: '' },
    validate: {
      current_password: (typed) => (asksPassword ? required(typed) : null),
      code: (typed) => (asks.includes('code') ? required(typed.trim()) : null),
    },
    submit,
    onSaved: () => undefined,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <ErrorSummary errors={form.errors} failure={failure} refusals={refusals} />
      <Stack>
        <Text size="sm">{text}</Text>
        {asksPassword && (
          <SecretField
            {...form.getInputProps('current_password')}
            data-autofocus
            label={t('currentPassword')}
            autoComplete="current-password"
          />
        )}
        {asks.includes('code') && (
          <TextInput
            {...form.getInputProps('code')}
            required
            label={t('factor.code')}
            description={asksPassword ? t('factor.codeOrRecovery') : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode={asksPassword ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
        )}
        <Button type="submit" ml="auto" color={danger ? 'red' : undefined} loading={form.submitting}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}
