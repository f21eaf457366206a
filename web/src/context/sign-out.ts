import { statusOf } from '@/api/errors'
import { logout } from '@/api/generated/endpoints/access/access'
import { clearDrafts } from '@/ui/form/draft'
import { forgetRuns } from './kept-run'
import { remember, startSession } from './session'

export async function signOut() {
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
