import { useEffect, useRef, useState } from 'react'
import type { TrackedShipment } from '@/api/schema'
import { MOST_TRACKED } from '@/shared/tracking/codes'
import { type Found, foundIn, type LookedUp } from './lookup'

/** Scans that come together are looked up together. */
const GATHER_MS = 120

/** After a failure, when no scan asks sooner. */
const RETRY_MS = 10_000

type Options = {
  codes: string[]
  onLookUp(codes: string[]): Promise<TrackedShipment[]>
  /** Codes just looked up for the first time. */
  onFound(found: [string, Found][]): void
}

/** Looks every collected code up, once, many in a call. A failed look-up is tried again; nothing waits for it. */
export function useLookUp({ codes, onLookUp, onFound }: Options): LookedUp {
  const [found, setFound] = useState<LookedUp>(() => new Map())
  /** The codes of the last failed look-up, and the number of failures. */
  const [failed, setFailed] = useState({ wanted: '', times: 0 })
  const busy = useRef(false)
  const latest = useRef({ onLookUp, onFound })
  useEffect(() => {
    latest.current = { onLookUp, onFound }
  })
  const open = codes.filter((code) => !found.has(code)).slice(0, MOST_TRACKED)
  const wanted = open.join(',')

  // A code that is scanned anew is looked up anew.
  if ([...found.keys()].some((code) => !codes.includes(code)))
    setFound(new Map([...found].filter(([code]) => codes.includes(code))))

  useEffect(() => {
    if (wanted === '' || busy.current) return
    const timer = setTimeout(ask, failed.wanted === wanted ? RETRY_MS : GATHER_MS)

    async function ask() {
      busy.current = true
      try {
        const asked = wanted.split(',')
        const told = new Map(foundIn(await latest.current.onLookUp(asked)))
        // A code that is shown otherwise in the answer than it was asked for is none of ours.
        const news = asked.map((code): [string, Found] => [code, told.get(code) ?? { known: false }])
        busy.current = false
        setFound((now) => new Map([...now, ...news]))
        latest.current.onFound(news)
      } catch {
        busy.current = false
        setFailed(({ times }) => ({ wanted, times: times + 1 }))
      }
    }

    return () => clearTimeout(timer)
  }, [wanted, failed])

  return found
}
