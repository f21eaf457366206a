import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoginForm } from '@/features/sign-in/LoginForm'
import { currentProfile, fetchProfile, useSignInAgain } from './session'

/** The session ended while somebody was working: their screen stays, and what they did is sent again. */
export function SignInAgainDialog() {
  const { t } = useTranslation('sign-in')
  const queryClient = useQueryClient()
  const waiting = useSignInAgain()
  const before = currentProfile(queryClient)

  async function goOn() {
    const profile = await fetchProfile(queryClient)
    // Somebody else must not go on in the first user's screen.
    if (profile.id !== before?.id) window.location.assign('/')
    else waiting?.answer(true)
  }

  return (
    <Modal
      opened={waiting !== undefined}
      onClose={() => waiting?.answer(false)}
      title={t('again.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('again.dismiss') }}
      // Above every other dialog: the one below may hold the work that is to be sent.
      zIndex={1000}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('again.text')}
      </Text>
      <LoginForm email={before?.email} onSignedIn={goOn} />
    </Modal>
  )
}
