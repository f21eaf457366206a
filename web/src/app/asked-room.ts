import { useSyncExternalStore } from 'react'

/** A room of the messenger that something else asks for: a notification, or the link of an e-mail. */
export type AskedRoom = { id: string; at: number }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The room in the address of the page. */
function linked(): AskedRoom | undefined {
  const id = new URLSearchParams(window.location.search).get('room') ?? ''
  return UUID.test(id) ? { id, at: 0 } : undefined
}

let asked = linked()
const watchers = new Set<() => void>()

/** Opens a room in the messenger, wherever the user is. */
export function askForRoom(id: string) {
  asked = { id, at: Date.now() }
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

export const useAskedRoom = () => useSyncExternalStore(subscribe, () => asked)
