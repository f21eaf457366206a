import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldTexts } from '@/api/errors'
import type { DeliveryRouteDetails } from '@/api/schema'
import { refreshRoutes } from '@/shared/deliveries/refresh'
import { notify } from '@/ui/dialogs/notify'

/** A change of a run that is sent at once. */
export function useRouteChange<T>(call: (value: T) => Promise<{ data: DeliveryRouteDetails }>) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  /** Throws what is refused, for a dialog that says it. */
  async function put(value: T) {
    const { data } = await call(value)
    refreshRoutes(client, data)
  }

  /** True when it was taken; what is refused is told. */
  async function send(value: T) {
    setBusy(true)
    try {
      await put(value)
      return true
    } catch (error) {
      const [text] = Object.values(fieldTexts(error))
      if (text) notify.error(text)
      else notify.failure(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, put, send }
}
