import { useEffect, useState } from 'react'
import { splitCodes } from '@/shared/tracking/codes'
import { readDraft, writeDraft } from '@/ui/form/draft'
import { collect, type Line, type Scan, waiting } from './collected'

const DRAFT = 'record-event-codes'

/** How laid codes were met: how many there were before, and whether all found room. */
export type Arrival = { before: number; scan: Scan }

type Laid = { laid?: string[]; onTaken?(arrival: Arrival): void }

/** The codes collected for the next event. They outlive a reload: scanning a hundred parcels twice is a punishment. */
export function useCollected({ laid, onTaken }: Laid = {}) {
  const [start] = useState(() => {
    const before = readDraft<{ lines: Line[] }>(DRAFT)?.lines ?? []
    return { ...collect(before, laid?.join(' ') ?? ''), before: before.length }
  })
  const [lines, setLines] = useState<Line[]>(start.lines)
  /** Text in the scan field that is not added yet. */
  const [text, setText] = useState('')
  /** The last scan, until something else happens to the list. */
  const [last, setLast] = useState<Scan & { at: number }>()

  useEffect(() => writeDraft(DRAFT, { lines }), [lines])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (laid) onTaken?.(start)
  }, [])

  function change(next: Line[] | ((now: Line[]) => Line[])) {
    setLines(next)
    setLast(undefined)
  }

  function scan(codes: string): Scan {
    const result = collect(lines, codes)
    setLines(result.lines)
    setLast({ ...result.scan, at: Date.now() })
    return result.scan
  }

  return {
    lines,
    text,
    waiting: waiting(lines),
    isEmpty: waiting(lines).length === 0 && splitCodes(text).length === 0,
    setText,
    last,
    scan,
    set: change,
    /** Tells more about what is there; the last scan stays the last. */
    amend: (next: (now: Line[]) => Line[]) => setLines(next),
    remove: (code: string) => change((now) => now.filter((line) => line.code !== code)),
    clear: () => change([]),
    /** Takes what still stands in the field, and answers with all that wait. */
    flush() {
      if (splitCodes(text).length === 0) return waiting(lines)
      const result = collect(lines, text)
      setLines(result.lines)
      setText('')
      return waiting(result.lines)
    },
  }
}

export type Collected = ReturnType<typeof useCollected>
