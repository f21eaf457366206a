import type { QueryClient } from '@tanstack/react-query'
import {
  invalidateOrderLayerCalls,
  invalidateOrderLayerShow,
  invalidateShopList,
} from '@/api/generated/endpoints/integrations/integrations'

/** Brings the list of shops up to date. */
export function refreshShops(client: QueryClient) {
  void invalidateShopList(client)
}

/** The same of the host for orders, with what went to it. */
export function refreshHost(client: QueryClient) {
  void invalidateOrderLayerShow(client)
  void invalidateOrderLayerCalls(client)
}
