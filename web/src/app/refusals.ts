import { errorText } from '@/api/errors'
import { paths } from '@/context/paths'
import { i18n } from '@/i18n'
import { confirm, type Question } from '@/ui/dialogs/confirm'
import type { createAppRouter } from './router'

export type Router = Pick<ReturnType<typeof createAppRouter>, 'history' | 'navigate'>

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

/** On a link from outside there is no screen before: the start stands in its place. */
function goBack(router: Router) {
  if (router.history.canGoBack()) router.history.back()
  else void router.navigate({ href: paths.home(), replace: true })
}

/** The screen, and what was typed on it, stays until the user goes back; an unsaved form asks before it is left. */
export async function refuseAction(router: Router, error: unknown) {
  const goes = await say({
    title: i18n.t('unauthorizedTitle'),
    text: errorText(error),
    action: i18n.t('goBack'),
  })
  if (goes) goBack(router)
}

/** The hour of acting as somebody else is over; there is no password to ask for. */
export async function endSwitch(router: Router) {
  const leaves = await say({
    title: i18n.t('shell:switch.over'),
    text: i18n.t('shell:switch.overText'),
    action: i18n.t('shell:switch.back'),
  })
  if (leaves)
    void router.navigate({ href: paths['users.switch_back'](), ignoreBlocker: true, state: { isOver: true } })
}
