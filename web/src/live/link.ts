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
/** Interval of questions for the progress of a process while there is no live connection. */
const POLL_MS = 1_000
/** Interval while there is one that brings no progress: the process waits, or the server has no signals. */
const QUIET_MS = 10_000

let progressAt = 0

/** Progress of a process has arrived through the live connection. */
export function heardProgress() {
  progressAt = Date.now()
}

/** The interval of questions about processes under way; none while their progress arrives by itself. */
export function progressPoll(isUnderWay: boolean): number | false {
  if (!isUnderWay) return false
  if (link !== 'connected') return POLL_MS
  return Date.now() - progressAt < QUIET_MS ? false : QUIET_MS
}
