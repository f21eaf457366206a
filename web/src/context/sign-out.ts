import { statusOf } from '@/api/errors'
import { logout } from '@/api/generated/endpoints/access/access'
import { i18n } from '@/i18n'
import { confirm } from '@/ui/dialogs/confirm'
import { clearDrafts } from '@/ui/form/draft'
import { forgetRuns, readStart } from './kept-run'
import { remember, startSession } from './session'
import { listUnsent } from './unsent'

/** A driver's records are sent by that driver only. */
async function leavesUnsent() {
  const driver = readStart()?.profile.id
  const count = listUnsent().find(({ id }) => id === driver)?.count ?? 0
  if (count === 0) return true
  return confirm({
    title: i18n.t('shell:user.unsentTitle'),
    text: i18n.t('shell:user.unsentText', { count }),
    action: i18n.t('shell:user.signOut'),
    danger: true,
  })
}

export async function signOut() {
  if (!(await leavesUnsent())) return
  // An ended session needs no password to end it. The call is quiet, so its token has to be the newest.
  await startSession()
  await logout({ quiet: true }).catch((error) => {
    if (statusOf(error) !== 401) throw error
  })
  clearDrafts()
  forgetRuns()
  remember(false)
  // A fresh page: nothing of the last user stays in memory.
  window.location.assign('/login')
}
