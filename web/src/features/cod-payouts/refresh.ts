import type { QueryClient } from '@tanstack/react-query'
import {
  getCodPayoutShowQueryKey,
  invalidateCodPayoutDeliveryList,
  invalidateCodPayoutList,
  invalidateCodPayoutOpenList,
  invalidateCodPayoutShow,
  invalidateWalletEntryList,
  invalidateWalletShow,
} from '@/api/generated/endpoints/finance/finance'
import type { CodPayout, CodPayoutDetails } from '@/api/schema'

/** Brings what shows payouts and open cash up to date, and the wallet of the client. */
export function refreshCodPayouts(client: QueryClient, saved: CodPayoutDetails) {
  client.setQueryData(getCodPayoutShowQueryKey(saved.id), { data: saved })
  refreshAround(client, saved)
}

/** The same after a call that answers without the deliveries. */
export function refreshMade(client: QueryClient, saved: CodPayout) {
  void invalidateCodPayoutShow(client, saved.id)
  refreshAround(client, saved)
}

function refreshAround(client: QueryClient, { client_id }: CodPayout) {
  void invalidateCodPayoutList(client)
  void invalidateCodPayoutOpenList(client)
  void invalidateCodPayoutDeliveryList(client)
  void invalidateWalletShow(client, client_id)
  void invalidateWalletEntryList(client, client_id)
}
