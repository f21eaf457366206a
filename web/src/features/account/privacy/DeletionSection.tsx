import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateAccountDeletionShow,
  useAccountDeletionRequest,
  useAccountDeletionShow,
  useAccountDeletionWithdraw,
} from '@/api/generated/endpoints/my-account/my-account'
import type { AccountDeletion } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { Fact, Facts } from '@/ui/Facts'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { LoadFailure } from '@/ui/LoadFailure'
import { Money } from '@/ui/Money'
import { Moment } from '@/ui/time/Moment'
import { SectionForm, useSectionForm } from '../SectionForm'
import { SecretField } from '../security/SecretField'
import { useAccount } from '../useAccount'

/** The deletion of the account: what it means, what is still open, and the way back. */
export function DeletionSection() {
  const { t } = useTranslation('account')
  const result = useAccountDeletionShow({ query: { staleTime: 0 } })
  const { account } = useAccount()
  const deletion = result.data?.data
  if (result.error && !deletion) {
    return <LoadFailure title={t('privacy.deletion.failed')} result={result} />
  }
  if (!deletion || !account) return <Skeleton height="24rem" radius="md" />
  if (deletion.requested_at) return <Pending deletion={deletion} />
  if (!deletion.can.request) {
    return (
      <FormSection title={t('privacy.deletion.title')}>
        <Text size="sm">{t('privacy.deletion.staff')}</Text>
      </FormSection>
    )
  }
  return <Request deletion={deletion} hasPassword={account.has_password} />
}

function Pending({ deletion: { due_at, can } }: { deletion: AccountDeletion }) {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const withdraw = useAccountDeletionWithdraw({
    mutation: {
      onSuccess: () => notify.success(t('privacy.deletion.withdrawn')),
      onError: notify.failure,
      onSettled: () => invalidateAccountDeletionShow(queryClient),
    },
  })
  return (
    <FormSection title={t('privacy.deletion.title')}>
      <Alert color="yellow">
        {t('privacy.deletion.due')} {due_at && <Moment at={due_at} />}
      </Alert>
      <Kept />
      <Button
        variant="default"
        disabled={!can.withdraw}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        {t('privacy.deletion.withdraw')}
      </Button>
    </FormSection>
  )
}

function Kept() {
  const { t } = useTranslation('account')
  return (
    <Alert title={t('privacy.deletion.keptTitle')}>
      <Text size="sm">{t('privacy.deletion.kept')}</Text>
    </Alert>
  )
}

/** Shipments and money that the client still has here. */
function Open({ deletion: { open_shipments, balances } }: { deletion: AccountDeletion }) {
  const { t } = useTranslation('account')
  if (open_shipments === 0 && balances.length === 0) return null
  return (
    <Alert color="yellow" title={t('privacy.deletion.open')}>
      <Facts label={t('privacy.deletion.open')}>
        {open_shipments > 0 && <Fact label={t('privacy.deletion.shipments')}>{open_shipments}</Fact>}
        {balances.map(({ currency, balance }) => (
          <Fact key={currency} label={t('privacy.deletion.balance')}>
            <Money amount={balance} currency={currency} />
          </Fact>
        ))}
      </Facts>
    </Alert>
  )
}

function Request({ deletion, hasPassword }: { deletion: AccountDeletion; hasPassword: boolean }) {
  const { t } = useTranslation('account')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const request = useAccountDeletionRequest()
  const model = useSectionForm({
    initial: { current_password: '' },
    validate: { current_password: required },
    submit: async (values) => {
      await request.mutateAsync({ data: values })
      await invalidateAccountDeletionShow(queryClient)
    },
    onSaved: () => notify.success(t('privacy.deletion.requested')),
  })
  if (!hasPassword) {
    return (
      <FormSection title={t('privacy.deletion.title')} text={t('privacy.deletion.text')}>
        <Text size="sm">{t('password.none')}</Text>
      </FormSection>
    )
  }
  return (
    <SectionForm
      model={model}
      title={t('privacy.deletion.title')}
      text={t('privacy.deletion.text')}
      submitLabel={t('privacy.deletion.action')}
    >
      <Kept />
      <Open deletion={deletion} />
      <SecretField
        {...model.form.getInputProps('current_password')}
        label={t('currentPassword')}
        autoComplete="current-password"
      />
    </SectionForm>
  )
}
