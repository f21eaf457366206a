import { useEffect } from 'react'
import { useShipmentProposal } from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import type { ShipmentFormModel } from '../form/fields'
import { senderOf } from '../form/fill-in'

/** A draft of the calculator has only places: its client is filled in as the sender. */
export function useSender({ form }: ShipmentFormModel, shipment: Shipment | undefined) {
  const isBare = shipment !== undefined && shipment.from_name === null
  const client_id = shipment?.client_id
  const { data } = useShipmentProposal(client_id ? { client_id } : undefined, {
    query: { enabled: isBare, gcTime: 0, retry: false },
    request: { quiet: true },
  })
  const sender = data?.data.sender
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the sender is known
  useEffect(() => {
    const values = form.getValues()
    if (sender && !values.from_name) form.setValues(senderOf(values, sender))
  }, [sender])
}
