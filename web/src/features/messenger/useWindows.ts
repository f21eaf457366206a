import { useCallback, useEffect, useRef, useState } from 'react'
import { roomWindow } from '@/api/generated/endpoints/chat/chat'
import { close, fitted, minimise, open, type RoomWindow, resize } from './windows'

const KEY = 'remessa-rooms'

/** The windows of this tab survive a reload. */
function stored(userId: string): RoomWindow[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`${KEY}-${userId}`) ?? '[]') as unknown
    return Array.isArray(kept) ? (kept as RoomWindow[]) : []
  } catch {
    return []
  }
}

/** Tells the server which windows have changed. A failed call is of no matter: this tab has them. */
function keep(before: RoomWindow[], after: RoomWindow[]) {
  for (const id of new Set([...before, ...after].map((window) => window.id))) {
    const now = after.find((window) => window.id === id)
    if (now === before.find((window) => window.id === id)) continue
    const window = { show: now !== undefined, open: now?.state === 'open', expanded: now?.expanded ?? false }
    roomWindow(id, window, { quiet: true }).catch(() => undefined)
  }
}

export type Windows = ReturnType<typeof useWindows>

/** The windows of rooms; they are fitted into the page again when its width changes. */
export function useWindows(userId: string) {
  // The page can be narrower than before the reload.
  const [windows, setWindows] = useState<RoomWindow[]>(() => fitted(stored(userId), window.innerWidth))
  const kept = useRef(windows)
  useEffect(() => {
    keep(kept.current, windows)
    kept.current = windows
    try {
      sessionStorage.setItem(`${KEY}-${userId}`, JSON.stringify(windows))
    } catch {
      // Without storage, a reload begins without windows.
    }
  }, [windows, userId])
  useEffect(() => {
    const onResize = () => setWindows((all) => fitted(all, window.innerWidth))
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  return {
    windows,
    open: useCallback((id: string) => setWindows((all) => open(all, id, window.innerWidth)), []),
    close: useCallback((id: string) => setWindows((all) => close(all, id)), []),
    minimise: useCallback((id: string) => setWindows((all) => minimise(all, id)), []),
    resize: useCallback((id: string) => setWindows((all) => resize(all, id, window.innerWidth)), []),
  }
}
