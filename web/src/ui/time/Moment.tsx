import { useSyncExternalStore } from 'react'
import { useFormat } from '@/ui/format'

const REFRESH_MS = 60_000

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all times on the screen; it stops when none is shown. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, REFRESH_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

type MomentProps = {
  /** ISO 8601 with zone, as the API sends it. */
  at: string
  /** '2h ago' or 'yesterday 14:10' within a week. */
  relative?: boolean
  /** With its seconds: '21/11/2026 14:10:05'. */
  exact?: boolean
}

/** A moment to the minute, unless it is exact; the tooltip has the seconds. */
export function Moment({ at, relative = false, exact = false }: MomentProps) {
  const format = useFormat()
  const current = useSyncExternalStore(subscribe, () => now)
  return (
    <time dateTime={at} title={format.exact(at)}>
      {relative
        ? format.recent(at, Math.max(current, Date.now()))
        : exact
          ? format.exact(at)
          : format.dateTime(at)}
    </time>
  )
}
