import type { QueryClient } from '@tanstack/react-query'
import {
  getInvoiceShowQueryKey,
  invalidateInvoiceList,
  invalidateWalletEntryList,
  invalidateWalletShow,
} from '@/api/generated/endpoints/finance/finance'
import type { Invoice } from '@/api/schema'

/** Brings what shows an invoice up to date, and the wallet of its client. */
export function refreshInvoices(queryClient: QueryClient, saved: Invoice) {
  queryClient.setQueryData(getInvoiceShowQueryKey(saved.id), { data: saved })
  void invalidateInvoiceList(queryClient)
  void invalidateWalletShow(queryClient, saved.client_id)
  void invalidateWalletEntryList(queryClient, saved.client_id)
}
