import { Alert, Button, Text, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAccountEmailCancel, useAccountEmailChange } from '@/api/generated/endpoints/my-account/my-account'
import type { Account } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { HALF } from '@/ui/form/field-width'
import { useRules } from '@/ui/form/useRules'
import { SectionForm, useSectionForm } from '../SectionForm'
import { useRefreshAccount } from '../useAccount'
import { SecretField } from './SecretField'

/** The address somebody signs in with, and the wish for another. */
export function EmailSection({ account }: { account: Account }) {
  const { t } = useTranslation('account')
  const { required, email } = useRules()
  const change = useAccountEmailChange()
  const refresh = useRefreshAccount()
  const model = useSectionForm({
    initial: { email: '', current_password: '' },
    validate: { email: (text) => email(text.trim()), current_password: required },
    submit: async (values) => {
      await change.mutateAsync({ data: { ...values, email: values.email.trim().toLowerCase() } })
      await refresh()
    },
    onSaved: () => notify.success(t('email.sent')),
  })
  const { form } = model
  return (
    <SectionForm
      model={model}
      title={t('email.title')}
      text={t('email.text')}
      submitLabel={t('email.submit')}
    >
      <Text size="sm">
        {t('email.present')} <strong>{account.email}</strong>
      </Text>
      {account.pending_email && <Pending email={account.pending_email} />}
      <TextInput
        {...form.getInputProps('email')}
        {...HALF}
        required
        label={t('email.new')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <SecretField
        {...form.getInputProps('current_password')}
        label={t('currentPassword')}
        autoComplete="current-password"
      />
    </SectionForm>
  )
}

function Pending({ email }: { email: string }) {
  const { t } = useTranslation('account')
  const refresh = useRefreshAccount()
  const cancel = useAccountEmailCancel({ mutation: { onSuccess: refresh, onError: notify.failure } })
  return (
    <Alert icon={<IconMailForward aria-hidden />} title={t('email.pending', { email })}>
      <Text size="sm" mb="xs">
        {t('email.pendingText')}
      </Text>
      <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('email.cancel')}
      </Button>
    </Alert>
  )
}
