import { useState } from 'react'
import { useSupportAddressSearch } from '@/api/generated/endpoints/support/support'
import type { Picked } from './AddressPicker'
import type { TicketDraft } from './useTicketDraft'

/** The recipients of a new ticket: those of the draft, after the client from whose page it was opened. */
export function useRecipientsOf(
  opener: string | undefined,
  draft: TicketDraft,
  onChange: (draft: TicketDraft) => void,
) {
  const [from, setFrom] = useState(opener)
  const asked = { search: null, address_type: 'client' as const, id: from ?? null }
  const { data } = useSupportAddressSearch(asked, { query: { enabled: from !== undefined } })
  const known = data?.data.find(({ id }) => id === from)
  // A client that nobody can be reached at is not a recipient.
  const isReached = from !== undefined && (data === undefined || known !== undefined)
  const first: Picked[] = isReached
    ? [{ address_type: 'client', id: from, label: known?.label ?? '…', option: null }]
    : []
  return {
    picked: [...first, ...draft.recipients.filter(({ id }) => !isReached || id !== from)],
    choose(recipients: Picked[]) {
      setFrom(undefined)
      onChange({ ...draft, recipients })
    },
  }
}
