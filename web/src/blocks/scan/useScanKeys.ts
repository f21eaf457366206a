import { useEffect, useState } from 'react'
import { statusOf } from '@/api/errors'
import { clearDraft, readDraft, UNSENT, writeDraft } from '@/ui/form/draft'
import type { CodeLine } from './codes'
import { hasNoAnswer } from './useUnanswered'

type Draft<S> = { scans: [string, S][] }

/** The server has said no: the next scan of the code is another one. After a fault nobody knows what was done. */
function isRefusal(failure: unknown) {
  const status = statusOf(failure) ?? 0
  return status >= 400 && status < 500 && !hasNoAnswer(failure)
}

function keep<S>(name: string, scans: Map<string, S>) {
  if (scans.size > 0) writeDraft(name, { scans: [...scans] } satisfies Draft<S>)
  else clearDraft(name)
}

/**
 * What was sent of a scan, by code, until its answer has come. It outlives a reload and a sign-out: with another key the
 * same scan would be a second one. It goes with its line: who takes that away scans another parcel next.
 */
export function useScanKeys<S extends { key: string }>(draft: string, lines: CodeLine[]) {
  const name = `${UNSENT}keys-${draft}`
  const [scans] = useState(() => new Map(readDraft<Draft<S>>(name)?.scans))

  useEffect(() => {
    const left = new Set(lines.map(({ code }) => code))
    const gone = [...scans.keys()].filter((code) => !left.has(code))
    if (gone.length === 0) return
    for (const code of gone) scans.delete(code)
    keep(name, scans)
  }, [lines, name, scans])

  function forget(code: string) {
    scans.delete(code)
    keep(name, scans)
  }

  return {
    /** The scan to send: the same as before, or one that begins now. */
    take(code: string, begin: () => S): S {
      const scan = scans.get(code) ?? begin()
      scans.set(code, scan)
      keep(name, scans)
      return scan
    },
    forget,
    /** A call has failed. */
    fail(code: string, failure: unknown) {
      if (isRefusal(failure)) forget(code)
    },
  }
}
