import { useSyncExternalStore } from 'react'

/** `polling`: without a socket, the events are asked for. `offline`: the server does not answer either. */
export type Link = 'starting' | 'connected' | 'polling' | 'offline'

let link: Link = 'starting'
let online: ReadonlySet<string> = new Set()
const watchers = new Set<() => void>()

/** Sets what the hooks return. Who is online is known only while the server answers. */
export function change(next: Link, users: ReadonlySet<string> = online) {
  if (next === link && users === online) return
  link = next
  online = next === 'connected' || next === 'polling' ? users : new Set()
  document.documentElement.dataset.live = next
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

export const useLink = (): Link => useSyncExternalStore(subscribe, () => link)

/** Whether this user is signed in somewhere and has a page open. Clients see nobody. */
export const useIsOnline = (userId: string) => useSyncExternalStore(subscribe, () => online.has(userId))

export const currentLink = (): Link => link

export const currentOnline = (): ReadonlySet<string> => online
