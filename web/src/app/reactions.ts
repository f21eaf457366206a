import type { QueryClient } from '@tanstack/react-query'
import { codeOf } from '@/api/errors'
import { setReactions } from '@/api/request'
import { i18n } from '@/i18n'
import { paths } from './paths'
import type { createAppRouter } from './router'
import { askToSignInAgain, currentProfile, startSession } from './session'

type Router = ReturnType<typeof createAppRouter>

/** What answers of the server change about the application as a whole. */
export function watchAnswers(router: Router, queryClient: QueryClient) {
  setReactions({
    async unauthenticated() {
      const profile = currentProfile(queryClient)
      if (!profile) return false
      // The hour of acting as somebody else is over; there is no password to ask for.
      if (profile.user_switch) {
        window.location.assign(paths['users.switch_back']())
        return false
      }
      const signedIn = await askToSignInAgain()
      if (!signedIn) window.location.reload()
      return signedIn
    },
    outdated: startSession,
    async forbidden() {
      const { notify } = await import('@/ui/notify')
      notify.error(i18n.t('unauthorized'), { id: 'unauthorized' })
      if (router.history.canGoBack()) router.history.back()
      else void router.navigate({ href: paths.home() })
    },
    unavailable(error) {
      // Nothing on any screen works for a suspended tenant; the start shows its page.
      if (codeOf(error) === 'tenant_suspended') window.location.reload()
    },
  })
}
