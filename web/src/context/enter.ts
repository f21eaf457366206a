import type { QueryClient } from '@tanstack/react-query'
import { changeLanguage, i18n } from '@/i18n'
import { fetchProfile } from './session'

/** Says that somebody is let in, until the page behind the sign-in stands. */
export const SIGNED_IN_TOAST = 'signed-in'

/** A session has just been opened: the page becomes that user's. */
export async function enter(queryClient: QueryClient) {
  const profile = await fetchProfile(queryClient)
  await changeLanguage(profile.language)
  const { notify } = await import('@/ui/dialogs/notify')
  notify.success(i18n.t('sign-in:done'), { id: SIGNED_IN_TOAST })
}
