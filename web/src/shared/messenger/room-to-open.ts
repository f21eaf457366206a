import { useSyncExternalStore } from 'react'

/** A room of the messenger that something else asks for: a notification, or the link of an e-mail. */
export type RoomToOpen = { id: string; at: number }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The room in the address of the page. */
function roomOfAddress(): RoomToOpen | undefined {
  const id = new URLSearchParams(window.location.search).get('room') ?? ''
  return UUID.test(id) ? { id, at: 0 } : undefined
}

let roomToOpen = roomOfAddress()
const listeners = new Set<() => void>()

/** Opens a room in the messenger, wherever the user is. */
export function openRoom(id: string) {
  roomToOpen = { id, at: Date.now() }
  for (const notify of listeners) notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useRoomToOpen = () => useSyncExternalStore(subscribe, () => roomToOpen)
