import { useSyncExternalStore } from 'react'

let rows: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function set(next: ReadonlySet<string>) {
  rows = next
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The rows that are being deleted: they pulse until the list is read again. */
export const useDeletingRows = () => useSyncExternalStore(subscribe, () => rows)

/** Marks a row while its record is deleted. */
export async function markWhileDeleting(id: string, work: () => Promise<unknown>) {
  set(new Set([...rows, id]))
  try {
    await work()
  } finally {
    set(new Set([...rows].filter((row) => row !== id)))
  }
}
