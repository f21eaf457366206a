import type { QueryClient } from '@tanstack/react-query'
import {
  getCashHandoverShowQueryKey,
  invalidateCashHandoverList,
  invalidateCashHandoverWaiting,
  invalidateDeliveryList,
} from '@/api/generated/endpoints/deliveries/deliveries'
import type { CashHandoverDetails } from '@/api/schema'

/** Brings what shows counted cash up to date, and what drivers still have. */
export function refreshCashHandovers(client: QueryClient, saved: CashHandoverDetails) {
  client.setQueryData(getCashHandoverShowQueryKey(saved.id), { data: saved })
  void invalidateCashHandoverList(client)
  void invalidateCashHandoverWaiting(client)
  void invalidateDeliveryList(client)
}
