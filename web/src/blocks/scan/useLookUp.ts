import { useEffect, useRef, useState } from 'react'

/** What stands behind a scanned code; a page may know more of it. */
export type FoundRecord = {
  /** Tells it from others, in a few words. */
  name?: string
}

/**
 * By code. One that is missing has not been looked up yet; null stands for none of ours: no record has this code, or none
 * that this user may open.
 */
export type LookedUp<R extends FoundRecord> = ReadonlyMap<string, R | null>

/** Scans that come together are looked up together. */
const GATHER_MS = 120

/** After a failure, when no scan asks sooner. */
const RETRY_MS = 10_000

type Options<R extends FoundRecord> = {
  codes: string[]
  lookUp(codes: string[]): Promise<[string, R | null][]>
  /** The most codes of one look-up. */
  most: number
  /** Codes just looked up for the first time. */
  onFound(found: [string, R | null][]): void
}

/** Looks every collected code up, once, many in a call. A failed look-up is tried again; nothing waits for it. */
export function useLookUp<R extends FoundRecord>({ codes, lookUp, most, onFound }: Options<R>): LookedUp<R> {
  const [found, setFound] = useState<LookedUp<R>>(() => new Map())
  /** The codes of the last failed look-up, and the number of failures. */
  const [failed, setFailed] = useState({ wanted: '', times: 0 })
  const busy = useRef(false)
  const latest = useRef({ lookUp, onFound })
  useEffect(() => {
    latest.current = { lookUp, onFound }
  })
  const open = codes.filter((code) => !found.has(code)).slice(0, most)
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
        const told = new Map(await latest.current.lookUp(asked))
        // A code that is shown otherwise in the answer than it was asked for is none of ours.
        const news = asked.map((code): [string, R | null] => [code, told.get(code) ?? null])
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
