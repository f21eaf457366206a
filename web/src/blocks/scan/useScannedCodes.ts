import { useEffect, useRef, useState } from 'react'
import { readWork, writeWork } from '@/ui/form/draft'
import { type CodeLine, type CodeRule, collectCodes, listRefused, listWaiting, type Scan } from './codes'

type Draft = { lines: CodeLine[] }

/** The codes of a list from before the page was loaded. */
export const readScannedCodes = (draft: string) => readWork<Draft>(draft)?.lines ?? []

/** Codes that wait stay when their user signs out; a list in which all are done goes then. */
const keepScannedCodes = (draft: string, lines: CodeLine[]) =>
  writeWork(draft, { lines } satisfies Draft, listWaiting(lines).length > 0)

type Options = {
  /** Names the draft. */
  draft: string
  rule: CodeRule
  /** The codes at the start; those of the draft when absent. */
  start?: CodeLine[]
  /** Codes are sent as they are scanned: those that were on their way when the page went are sent again. */
  resends?: boolean
}

/** Nobody waits any more for the answer that the page before this one asked for. */
const resend = (line: CodeLine): CodeLine => (line.done || line.refusal ? line : { ...line, unsent: true })

/** The collected codes. They outlive a reload and a sign-out: scanning a hundred parcels twice is a punishment. */
export function useScannedCodes({ draft, rule, start, resends = false }: Options) {
  const [lines, setLines] = useState(() => {
    const before = start ?? readScannedCodes(draft)
    return resends ? before.map(resend) : before
  })
  /** The newest lines: a scan and the answer to an earlier one may come before the page is drawn again. */
  const newest = useRef(lines)
  /** Text in the scan field that is not added yet. */
  const [text, setText] = useState('')
  /** The last scan, until something else happens to the list. */
  const [last, setLast] = useState<Scan & { at: number }>()

  useEffect(() => keepScannedCodes(draft, lines), [draft, lines])

  function put(next: CodeLine[] | ((now: CodeLine[]) => CodeLine[])) {
    newest.current = typeof next === 'function' ? next(newest.current) : next
    setLines(newest.current)
    // An answer can take this list off the page: then it is not drawn again, and no effect keeps what was told.
    keepScannedCodes(draft, newest.current)
  }

  function change(next: CodeLine[] | ((now: CodeLine[]) => CodeLine[])) {
    put(next)
    setLast(undefined)
  }

  function scan(codes: string): Scan {
    const result = collectCodes(newest.current, codes, rule)
    put(result.lines)
    setLast({ ...result.scan, at: Date.now() })
    return result.scan
  }

  return {
    rule,
    lines,
    text,
    waiting: listWaiting(lines),
    isEmpty: listWaiting(lines).length === 0 && rule.read(text).length === 0,
    setText,
    last,
    scan,
    set: change,
    /** Tells more about what is there; the last scan stays the last. */
    amend: (next: (now: CodeLine[]) => CodeLine[]) => put(next),
    /** The refusals of now were seen. */
    markSeen() {
      const refused = listRefused(newest.current)
      put((now) => now.map((line) => (refused.includes(line) ? { ...line, isSeen: true } : line)))
    },
    remove: (code: string) => change((now) => now.filter((line) => line.code !== code)),
    clear: () => change([]),
    /** Takes what still stands in the field, and answers with all that wait. */
    flush() {
      if (rule.read(text).length === 0) return listWaiting(newest.current)
      const result = collectCodes(newest.current, text, rule)
      put(result.lines)
      setText('')
      return listWaiting(result.lines)
    },
  }
}

export type ScannedCodes = ReturnType<typeof useScannedCodes>
