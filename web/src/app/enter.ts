import type { QueryClient } from '@tanstack/react-query'
import { changeLanguage, i18n } from '@/i18n'
import { fetchProfile } from './session'

/** A session has just been opened: the page becomes that user's. */
export async function enter(queryClient: QueryClient) {
  const profile = await fetchProfile(queryClient)
  await changeLanguage(profile.language)
  const { notify } = await import('@/ui/dialogs/notify')
  notify.success(i18n.t('sign-in:done'), { id: 'signed-in' })
}
