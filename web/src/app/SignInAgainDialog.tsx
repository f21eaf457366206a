import { Anchor, Modal, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { currentProfile, fetchProfile, SIGNED_IN, startSession, useSignInAgain } from '@/context/session'
import { useSite } from '@/context/site'
import { LoginForm } from '@/features/sign-in/LoginForm'

/** The session ended while somebody was working: their screen stays, and what they did is sent again. */
export function SignInAgainDialog() {
  const { t } = useTranslation('sign-in')
  const queryClient = useQueryClient()
  const waiting = useSignInAgain()
  const before = currentProfile(queryClient)
  const providers = useSite().domain.sign_in_providers

  async function goOn() {
    const profile = await fetchProfile(queryClient)
    // Somebody else must not go on in the first user's screen.
    if (profile.id !== before?.id) window.location.assign('/')
    else waiting?.answer(true)
  }

  // A sign-in with a provider happens in another tab, which announces it through the storage.
  useWindowEvent('storage', ({ key, newValue }) => {
    if (!waiting || key !== SIGNED_IN || !newValue) return
    // Whatever fails leaves the dialog open, where a password does as well.
    startSession()
      .then(goOn)
      .catch(() => undefined)
  })

  return (
    <Modal
      opened={waiting !== undefined}
      onClose={() => waiting?.answer(false)}
      title={t('again.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('again.dismiss') }}
      // Above every other dialog, the palette included: the one below may hold the work that is to be sent.
      zIndex={10_000}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('again.text')}
      </Text>
      <LoginForm email={before?.email} onSignedIn={goOn} />
      {providers.length > 0 && (
        <Text size="sm" mt="md">
          {t('again.elsewhere', { providers: providers.map(({ label }) => label) })}{' '}
          <Anchor href={paths.login()} target="_blank">
            {t('again.open')}
          </Anchor>
        </Text>
      )}
    </Modal>
  )
}
