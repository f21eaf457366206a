import type { QueryClient } from '@tanstack/react-query'
import {
  invalidateDepositAccounts,
  invalidateDepositList,
  invalidateWalletEntryList,
  invalidateWalletShow,
} from '@/api/generated/endpoints/finance/finance'

/** Brings what shows the client's money up to date. */
export function refreshWallet(queryClient: QueryClient, client: string) {
  void invalidateWalletShow(queryClient, client)
  void invalidateWalletEntryList(queryClient, client)
  void invalidateDepositList(queryClient)
  void invalidateDepositAccounts(queryClient, client)
}
