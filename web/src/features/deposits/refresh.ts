import type { QueryClient } from '@tanstack/react-query'
import {
  getDepositShowQueryKey,
  invalidateDepositList,
  invalidateWalletEntryList,
  invalidateWalletShow,
} from '@/api/generated/endpoints/finance/finance'
import type { Deposit } from '@/api/schema'

/** Brings what shows a deposit up to date, and the wallet of its client. */
export function refreshDeposits(queryClient: QueryClient, saved: Deposit) {
  queryClient.setQueryData(getDepositShowQueryKey(saved.id), { data: saved })
  void invalidateDepositList(queryClient)
  void invalidateWalletShow(queryClient, saved.client_id)
  void invalidateWalletEntryList(queryClient, saved.client_id)
}
