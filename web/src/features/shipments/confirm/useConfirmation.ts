import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, codeOf } from '@/api/errors'
import { shipmentQuote } from '@/api/generated/endpoints/quotes/quotes'
import { getShipmentShowQueryKey, shipmentConfirm } from '@/api/generated/endpoints/shipments/shipments'
import type { QuoteOffer, QuoteOptions, Shipment, ShipmentPayment } from '@/api/schema'
import { uuidV7 } from '@/ui/form/uuid'
import { refreshShipments } from '../refresh'

type Subject = { id: string; version: number }

/** The price that was accepted, and that of now. */
export type PriceChange = { old: QuoteOffer | null; now: QuoteOffer }

type Options = {
  onConfirmed(shipment: Shipment): void
  /** All that keeps the shipment from being confirmed. */
  onRefused(error: unknown): void
}

/** Confirms at an accepted price. Another price is never taken without asking. */
export function useConfirmation({ onConfirmed, onRefused }: Options) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [change, setChange] = useState<PriceChange>()
  const [payment, choosePayment] = useState<ShipmentPayment>()
  // The same call again, after an answer that was lost, confirms once.
  const [key] = useState(() => uuidV7())

  async function send({ id, version }: Subject, quote_id: string | null) {
    setPending(true)
    try {
      const { data } = await shipmentConfirm(id, { version, quote_id, key, ...(payment && { payment }) })
      client.setQueryData(getShipmentShowQueryKey(id), { data })
      refreshShipments(client, [id])
      setChange(undefined)
      onConfirmed(data)
    } catch (error) {
      const changed = changeOf(error)
      setChange(changed)
      if (!changed) onRefused(error)
    }
    setPending(false)
  }

  return {
    isPending,
    payment,
    choosePayment,
    change,
    forget: () => setChange(undefined),
    confirm: send,
    /** Takes the price of now. */
    async accept(subject: Subject, options: QuoteOptions | null) {
      setPending(true)
      try {
        const { data } = await shipmentQuote(subject.id, { options })
        await send(subject, data.id)
      } catch (error) {
        setChange(undefined)
        setPending(false)
        onRefused(error)
      }
    },
  }
}

function changeOf(error: unknown): PriceChange | undefined {
  if (codeOf(error) !== 'price_changed' || !(error instanceof ApiError)) return undefined
  const { old, new: now } = (error.problem?.params ?? {}) as { old?: QuoteOffer; new?: QuoteOffer }
  return now && { old: old ?? null, now }
}
