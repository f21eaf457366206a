import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateAccountDeviceList,
  useAccountPassword,
} from '@/api/generated/endpoints/my-account/my-account'
import type { Account } from '@/api/schema'
import { usePasswordRule } from '@/blocks/usePasswordRule'
import { notify } from '@/ui/dialogs/notify'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { SectionForm, useSectionForm } from '../SectionForm'
import { SecretField } from './SecretField'

export function PasswordSection({ account }: { account: Account }) {
  const { t } = useTranslation('account')
  if (account.has_password) return <PasswordForm />
  return (
    <FormSection title={t('password.title')}>
      <Text size="sm">{t('password.none')}</Text>
    </FormSection>
  )
}

function PasswordForm() {
  const { t } = useTranslation('account')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const change = useAccountPassword()
  const rule = usePasswordRule()
  const model = useSectionForm({
    initial: { current_password: '', password: '', password_confirmation: '' },
    validate: {
      current_password: required,
      password: rule.problem,
      password_confirmation: (text, { password }) => rule.problemOfSecond(text, password),
    },
    submit: (values) => change.mutateAsync({ data: values }),
    onSaved: () => {
      notify.success(t('password.done'))
      void invalidateAccountDeviceList(queryClient)
    },
  })
  const { form } = model
  return (
    <SectionForm
      model={model}
      title={t('password.title')}
      text={t('password.text')}
      submitLabel={t('password.submit')}
    >
      <SecretField
        {...form.getInputProps('current_password')}
        wrapperProps={undefined}
        label={t('currentPassword')}
        autoComplete="current-password"
      />
      <SecretField
        {...form.getInputProps('password')}
        label={t('password.new')}
        description={form.errors.password ? undefined : rule.text}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
      />
      <SecretField
        {...form.getInputProps('password_confirmation')}
        label={t('password.again')}
        autoComplete="new-password"
      />
    </SectionForm>
  )
}
