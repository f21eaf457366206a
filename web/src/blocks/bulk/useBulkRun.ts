import { type ReactNode, useRef, useState } from 'react'

/** What became of one record. */
export type BulkResult = {
  key: string
  /** The record, as text or as a link. */
  name: ReactNode
  state: 'done' | 'left' | 'failed'
  /** What it is now, or why it was left or failed. */
  text: ReactNode
}

/** How many results of each kind; `open` are records that were not begun. */
export type BulkCounts = Record<BulkResult['state'] | 'open', number>

export function countResults(results: BulkResult[], total = results.length): BulkCounts {
  const count = (state: BulkResult['state']) => results.filter((result) => result.state === state).length
  return {
    done: count('done'),
    left: count('left'),
    failed: count('failed'),
    open: total - results.length,
  }
}

export type BulkProgress = { done: number; total: number }

/** What a run that goes record by record shows and asks for meanwhile. A single call needs neither. */
export type BulkWork = {
  showProgress(progress: BulkProgress): void
  isStopped(): boolean
}

/** Answers with the results; without any when there is nothing to report, and the dialog closes. */
export type RunBulk = (work: BulkWork) => Promise<BulkResult[] | undefined>

/** The state of a bulk action: asked, under way, or over with its results. */
export function useBulkRun(run: RunBulk, onNothing: () => void) {
  const [results, setResults] = useState<BulkResult[]>([])
  const [progress, setProgress] = useState<BulkProgress>()
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** The run under way. What one tells after the dialog was closed belongs to no later question. */
  const current = useRef<{ stopped: boolean }>(undefined)

  async function start() {
    const own = { stopped: false }
    const ifCurrent = (change: () => void) => {
      if (current.current === own) change()
    }
    current.current = own
    setRunning(true)
    setProgress(undefined)
    setFailure(undefined)
    try {
      const told = await run({
        showProgress: (next) => ifCurrent(() => setProgress(next)),
        isStopped: () => own.stopped,
      })
      ifCurrent(() => (told ? setResults(told) : onNothing()))
    } catch (error) {
      ifCurrent(() => setFailure(error))
    } finally {
      ifCurrent(() => setRunning(false))
    }
  }

  function stop() {
    if (current.current) current.current.stopped = true
  }

  return {
    results,
    progress,
    running,
    failure,
    start,
    stop,
    forget() {
      stop()
      current.current = undefined
      setResults([])
      setProgress(undefined)
      setRunning(false)
      setFailure(undefined)
    },
  }
}
