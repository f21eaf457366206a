import type { QueryClient } from '@tanstack/react-query'
import { codeOf } from '@/api/errors'
import { setReactions } from '@/api/request'
import { askToSignInAgain, currentProfile, isAskedToSignIn, startSession } from '@/context/session'
import { i18n } from '@/i18n'
import type { Router } from './refusals'

/** Changes to the whole application caused by answers of the server. */
export function watchAnswers(router: Router, queryClient: QueryClient) {
  setReactions({
    async unauthenticated() {
      const profile = currentProfile(queryClient)
      if (!profile) return false
      if (profile.user_switch) {
        const { endSwitch } = await import('./refusals')
        await endSwitch(router)
        return false
      }
      // The browser may have dropped the cookie, and a sign-in without one is refused.
      if (!isAskedToSignIn()) await startSession().catch(() => undefined)
      const signedIn = await askToSignInAgain()
      if (!signedIn) window.location.reload()
      return signedIn
    },
    async outdated() {
      // Whoever signs in gets the next token: one of the session before would take its place.
      if (isAskedToSignIn()) await askToSignInAgain()
      else await startSession()
    },
    async forbidden(error, reads) {
      // With the words of the missing right. What was to be shown says it in its own place.
      await i18n.loadNamespaces('profiles')
      if (reads) return
      const { refuseAction } = await import('./refusals')
      void refuseAction(router, error)
    },
    unavailable(error) {
      // Nothing on any screen works for a suspended tenant; the start shows its page.
      if (codeOf(error) === 'tenant_suspended') window.location.reload()
    },
  })
}
