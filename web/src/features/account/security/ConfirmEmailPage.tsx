import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import { useAccountEmailConfirm } from '@/api/generated/endpoints/my-account/my-account'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { ResourcePage } from '@/ui/ResourcePage'
import { useRefreshAccount } from '../useAccount'

type ConfirmEmailPageProps = {
  /** The secret in the link of the e-mail. */
  token: string
  onConfirmed(): void
}

/** The page behind the link of the e-mail. Only the button confirms, so a mail program that follows links does not. */
export function ConfirmEmailPage({ token, onConfirmed }: ConfirmEmailPageProps) {
  const { t } = useTranslation('account')
  const refresh = useRefreshAccount()
  const confirm = useAccountEmailConfirm({
    mutation: {
      onSuccess: async () => {
        await refresh()
        notify.success(t('email.confirmed'))
        onConfirmed()
      },
    },
  })
  return (
    <ResourcePage title={t('email.confirmTitle')} text={t('email.confirmText')} width="form">
      <Stack gap="md" align="flex-start">
        {confirm.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {errorText(confirm.error)}{' '}
            {codeOf(confirm.error) === 'link_not_valid' && (
              <Anchor component={AppLink} to={paths['my-account.tab']({ tab: 'security' })} size="sm">
                {t('tab.security')}
              </Anchor>
            )}
          </Alert>
        )}
        <Button loading={confirm.isPending} onClick={() => confirm.mutate({ data: { token } })}>
          {t('email.confirm')}
        </Button>
      </Stack>
    </ResourcePage>
  )
}
