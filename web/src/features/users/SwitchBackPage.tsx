import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, statusOf } from '@/api/errors'
import { useUserSwitchBack } from '@/api/generated/endpoints/users/users'
import type { Profile } from '@/api/schema'
import { useDocumentTitle } from '@/ui/document-title'

type Props = {
  /** As whom, and by whom; nobody once the hour is over. */
  profile: Profile | undefined
  onBack(): void
  onSignIn(): void
}

/** The way back from acting as somebody else: by a press of the button, as no link may change who one is. */
export function SwitchBackPage({ profile, onBack, onSignIn }: Props) {
  const { t } = useTranslation('users')
  useDocumentTitle(t('back.title'))
  const back = useUserSwitchBack({ request: { quiet: true }, mutation: { onSuccess: onBack } })
  const isLost = statusOf(back.error) === 401
  return (
    <>
      <Title order={1} tabIndex={-1}>
        {t('back.title')}
      </Title>
      <Text c="dimmed" mt={4} mb="lg">
        {profile?.switched_by
          ? t('back.text', { name: profile.name, admin: profile.switched_by })
          : t('back.over')}
      </Text>
      <Stack gap="md">
        {back.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {errorText(back.error)}
          </Alert>
        )}
        {isLost ? (
          <Button size="md" fullWidth onClick={onSignIn}>
            {t('back.signIn')}
          </Button>
        ) : (
          <Button size="md" fullWidth loading={back.isPending} onClick={() => back.mutate()}>
            {t('back.submit')}
          </Button>
        )}
      </Stack>
    </>
  )
}
