import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useRegisterResend } from '@/api/generated/endpoints/access/access'

/** Sends the e-mail with the confirmation link again. */
export function ResendEmail({ email }: { email: string }) {
  const { t } = useTranslation('sign-in')
  const resend = useRegisterResend({ request: { quiet: true } })
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        my="xs"
        display="block"
        loading={resend.isPending}
        onClick={() => resend.mutate({ data: { email } })}
      >
        {t('resend')}
      </Button>
      <div role="status">
        {resend.isSuccess && t('resent')}
        {resend.error && errorText(resend.error)}
      </div>
    </>
  )
}
