import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { codeOf, statusOf } from '@/api/errors'
import { getShipmentShowQueryKey, shipmentUpdate } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFormModel } from '../form/fields'
import { inputOf } from '../form/values'

/** Pause in the typing after which a draft is saved. */
const PAUSE_MS = 1200

/** `refused`: a field is wrong. `stale`: somebody else saved first. `failed`: no answer came. */
export type SaveState = 'saved' | 'saving' | 'refused' | 'stale' | 'failed'

/** Saves what is typed into an existing draft. Refusals are only told: the step asks for correction when it is left. */
export function useAutosave({ form, settle }: ShipmentFormModel, id: string | undefined) {
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
      if (codeOf(error) === 'stale_version') setState('stale')
      else setState(statusOf(error) === 422 ? 'refused' : 'failed')
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew
  useEffect(() => {
    if (!id || submitting || !form.isDirty()) return
    setState('saving')
    const timer = setTimeout(() => {
      running.current = running.current.then(() => save(id))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [values, submitting, id])

  return {
    state,
    /** Runs after what is being saved. */
    enqueue(work: () => Promise<void>) {
      running.current = running.current.then(work)
      return running.current
    },
    /** Waits until nothing is being saved, so that the next save has the newest version. */
    settled: () => running.current,
    saved: () => setState('saved'),
  }
}
