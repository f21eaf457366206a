import { useInvoiceProposal } from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import type { DraftValues } from './values'

/** Charges that an invoice could have: all of the period, or all that wait when shipments are chosen. */
export function useProposal(values: DraftValues, draft: string | undefined) {
  const { client_id, currency, mode, period_from, period_to } = values
  const isPeriod = mode === 'period'
  const from = isPeriod && period_from ? { from: period_from } : {}
  const to = isPeriod && period_to ? { to: period_to } : {}
  return useInvoiceProposal(
    { client_id: client_id ?? '', currency, ...from, ...to, ...(draft && { draft_id: draft }) },
    { query: { ...PAGED.query, enabled: client_id !== null }, request: { quiet: true } },
  )
}

/** Charges of the client in all currencies, whatever the form asks for. */
export const useProposalOfAll = (client_id: string | null, draft: string | undefined) =>
  useInvoiceProposal(
    { client_id: client_id ?? '', ...(draft && { draft_id: draft }) },
    { query: { enabled: client_id !== null }, request: { quiet: true } },
  )
