import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getShipmentProposalQueryOptions } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFormModel } from './fields'
import { fillIn, proposalOf } from './fill-in'
import type { ShipmentValues } from './values'

/** Fills in what is known of the chosen client. `untouched` has the values of a form that nobody wrote in. */
export function useProposal({ form }: ShipmentFormModel, untouched: ShipmentValues) {
  const queryClient = useQueryClient()
  const proposed = useRef<Partial<ShipmentValues>>({})
  return async (client_id: string | null) => {
    const query = getShipmentProposalQueryOptions(client_id ? { client_id } : undefined, {
      query: { staleTime: 0 },
      request: { quiet: true },
    })
    // It only saves typing: without an answer the form is as good as without a client.
    const answer = await queryClient.fetchQuery(query).catch(() => undefined)
    const values = form.getValues()
    // Another client may be chosen by now.
    if (!answer || values.client_id !== client_id) return
    const proposal = proposalOf(answer.data, untouched)
    const changes = fillIn(values, untouched, proposed.current, proposal)
    proposed.current = proposal
    form.setValues(changes)
  }
}
