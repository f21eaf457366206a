import { useSyncExternalStore } from 'react'
import { useFormat } from '@/ui/format'

const REFRESH_MS = 60_000

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all the times on the screen, stopped while nobody looks at it. */
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
  /** '5 minutes ago' instead of the date; the date is its tooltip. */
  relative?: boolean
}

export function Moment({ at, relative = false }: MomentProps) {
  const format = useFormat()
  const current = useSyncExternalStore(subscribe, () => now)
  const exact = format.dateTime(at)
  return (
    <time dateTime={at} title={relative ? exact : undefined}>
      {relative ? format.relative(at, Math.max(current, Date.now())) : exact}
    </time>
  )
}
