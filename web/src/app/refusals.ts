import { i18n } from '@/i18n'
import { confirm, type Question } from '@/ui/dialogs/confirm'
import { paths } from './paths'
import type { createAppRouter } from './router'

export type Router = Pick<ReturnType<typeof createAppRouter>, 'history' | 'navigate' | 'subscribe'>

/** One at a time: several calls of a screen may meet the same end. */
let saying = false

/** False when the user does not go on, or is being told already. */
async function say(question: Question) {
  if (saying) return false
  saying = true
  try {
    return await confirm(question)
  } finally {
    saying = false
  }
}

const sayUnauthorized = () =>
  say({
    title: i18n.t('unauthorizedTitle'),
    text: i18n.t('unauthorized'),
    action: i18n.t('close'),
    warning: true,
  })

/** On a link from outside there is no screen before: the start stands in its place. */
function goBack(router: Router) {
  if (router.history.canGoBack()) router.history.back()
  else void router.navigate({ href: paths.home(), replace: true })
}

/** The screen, and what was typed on it, stays until it is read; an unsaved form asks before it is left. */
export async function refuseAction(router: Router) {
  if (await sayUnauthorized()) goBack(router)
}

/** A page that is not for this user is left at once: nothing was typed there. */
export function refusePage(router: Router) {
  // After the page has taken the focus, which the dialog then keeps.
  const stop = router.subscribe('onRendered', () => {
    stop()
    void sayUnauthorized()
  })
  goBack(router)
}

/** The hour of acting as somebody else is over; there is no password to ask for. */
export async function endSwitch(router: Router) {
  const leaves = await say({
    title: i18n.t('shell:switch.over'),
    text: i18n.t('shell:switch.overText'),
    action: i18n.t('shell:switch.back'),
  })
  if (leaves) void router.navigate({ href: paths['users.switch_back'](), ignoreBlocker: true })
}
