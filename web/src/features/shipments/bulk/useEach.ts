import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshShipments } from '../refresh'
import { doEach, type Outcome, type Target, type Verb } from './each'

type Options = {
  verb: Verb
  /** The shipments themselves; all that match are fetched when it is decided. */
  targets(): Promise<Target[]> | Target[]
  /** After some were done. */
  onDone?(): void
  /** It was one, and it went well: there is nothing to report. */
  onOnly(): void
}

/** Does a verb for many shipments, one by one, and keeps what became of each. */
export function useEach({ verb, targets, onDone, onOnly }: Options) {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [total, setTotal] = useState(0)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const stopped = useRef(false)

  async function run(call: (shipment: Target) => Promise<unknown>) {
    stopped.current = false
    setRunning(true)
    setFailure(undefined)
    try {
      const shipments = await targets()
      setTotal(shipments.length)
      await work(shipments, call)
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
    }
  }

  async function work(shipments: Target[], call: (shipment: Target) => Promise<unknown>) {
    const told: Outcome[] = []
    await doEach({
      shipments,
      verb,
      call,
      tell(outcome) {
        told.push(outcome)
        setOutcomes([...told])
      },
      stopped: () => stopped.current,
    })
    const done = told.filter(({ state }) => state === 'done')
    if (done.length > 0) {
      refreshShipments(
        client,
        done.map(({ shipment }) => shipment.id),
      )
      onDone?.()
    }
    if (shipments.length === 1 && done.length === 1) {
      forget()
      onOnly()
    }
  }

  function forget() {
    setOutcomes([])
    setFailure(undefined)
  }

  return {
    run,
    outcomes,
    total,
    running,
    failure,
    forget,
    stop: () => {
      stopped.current = true
    },
  }
}
