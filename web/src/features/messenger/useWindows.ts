import { useCallback, useEffect, useState } from 'react'
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

export type Windows = ReturnType<typeof useWindows>

/** The windows of rooms; they are fitted into the page again when its width changes. */
export function useWindows(userId: string) {
  const [windows, setWindows] = useState<RoomWindow[]>(() => stored(userId))
  useEffect(() => {
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
