import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { codeOf, statusOf } from '@/api/errors'
import { getShipmentShowQueryKey, shipmentUpdate } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFormModel } from '../form/fields'
import { inputOf } from '../form/values'

/** Pause in the typing after which a draft is saved. */
const PAUSE_MS = 1200

/** Pause after which a save without an answer is tried again, unless the network comes back before. */
const RETRY_MS = 10_000

/** `refused`: a field is wrong. `stale`: it was saved elsewhere first. `failed`: no answer came. */
export type SaveState = 'saved' | 'saving' | 'refused' | 'stale' | 'failed'

/**
 * Saves what is typed into an existing draft. Refused fields are only told: the step asks for correction when it is left.
 * A draft that was saved elsewhere is not sent again until one of the two versions is chosen.
 */
export function useAutosave(model: ShipmentFormModel, id: string | undefined) {
  const { form, settle, stale, meetConflict } = model
  const queryClient = useQueryClient()
  const [state, setState] = useState<SaveState>('saved')
  const running = useRef(Promise.resolve())
  const { values, submitting } = form

  async function save(id: string) {
    const sent = form.getValues()
    if (!form.isDirty() || sent.version === null) return
    try {
      const input = { ...inputOf(sent), version: sent.version }
      const { data } = await shipmentUpdate(id, input, { quiet: true })
      settle(sent, { version: data.version })
      queryClient.setQueryData(getShipmentShowQueryKey(id), { data })
      setState(form.isDirty() ? 'saving' : 'saved')
    } catch (error) {
      if (codeOf(error) === 'stale_version') meetConflict()
      else setState(statusOf(error) === 422 ? 'refused' : 'failed')
    }
  }

  /** Runs after what is being saved. */
  function enqueue(work: () => Promise<void>) {
    running.current = running.current.then(work)
    return running.current
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew
  useEffect(() => {
    if (!id || submitting || stale || !form.isDirty()) return
    setState('saving')
    const timer = setTimeout(() => void enqueue(() => save(id)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [values, submitting, stale, id])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure begins the wait anew
  useEffect(() => {
    if (!id || submitting || stale || state !== 'failed') return
    const retry = () => {
      setState('saving')
      void enqueue(() => save(id))
    }
    const timer = setTimeout(retry, RETRY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [state, submitting, stale, id])

  return {
    state: stateOf(state, { stale, isDirty: form.isDirty() }),
    enqueue,
    /** Waits until nothing is being saved, so that the next save has the newest version. */
    settled: () => running.current,
    saved: () => setState('saved'),
  }
}

/** After a choice of theirs nothing is left to save. */
function stateOf(state: SaveState, { stale, isDirty }: { stale: boolean; isDirty: boolean }): SaveState {
  if (stale) return 'stale'
  return isDirty ? state : 'saved'
}
