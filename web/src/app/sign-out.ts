import { statusOf } from '@/api/errors'
import { logout } from '@/api/generated/endpoints/access/access'
import { remember, startSession } from './session'

export async function signOut() {
  // What has ended needs no password to be ended; the call is quiet, so its token has to be the newest.
  await startSession()
  await logout({ quiet: true }).catch((error) => {
    if (statusOf(error) !== 401) throw error
  })
  remember(false)
  // A fresh page: nothing of the last user stays in memory.
  window.location.assign('/login')
}
