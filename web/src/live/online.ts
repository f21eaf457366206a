import type { LiveOnline } from '@/api/schema'

/** Who is online after a message: a whole list begins anew, a change adds and takes away. */
export function afterMessage(known: ReadonlySet<string>, { whole, users, left }: LiveOnline) {
  const online = new Set(whole ? users : [...known, ...users])
  for (const user of left) online.delete(user)
  return online
}
