import { useEffect, useRef } from 'react'
import { statusOf } from '@/api/errors'
import type { CodeLine } from './codes'

/** Between two tries, when no network that comes back asks sooner. */
export const AGAIN_MS = 5000

/** No answer, or one of what stands before the server; or none before somebody signs in again. */
const NO_ANSWER = new Set([0, 401, 429, 502, 503, 504])

/** Whether nobody knows what became of a failed call. */
export const hasNoAnswer = (failure: unknown) => NO_ANSWER.has(statusOf(failure) ?? -1)

type Options = {
  lines: CodeLine[]
  /** Sends a code again. Twice must be the same as once. */
  send(code: string): Promise<unknown>
}

/** Codes of the list that got no answer are sent again by themselves: whoever scans for hours does not go back to them. */
export function useUnanswered({ lines, send }: Options) {
  const latest = useRef({ lines, send })
  useEffect(() => {
    latest.current = { lines, send }
  })

  useEffect(() => {
    let isBusy = false

    async function sendAgain() {
      if (isBusy) return
      isBusy = true
      try {
        for (const { code } of latest.current.lines.filter(({ unsent }) => unsent)) {
          // Somebody may have taken it out of the list meanwhile.
          const isLeft = latest.current.lines.some((line) => line.code === code && line.unsent)
          if (isLeft) await latest.current.send(code)
        }
      } finally {
        isBusy = false
      }
    }

    const run = () => void sendAgain()
    window.addEventListener('online', run)
    const timer = setInterval(run, AGAIN_MS)
    return () => {
      window.removeEventListener('online', run)
      clearInterval(timer)
    }
  }, [])
}
