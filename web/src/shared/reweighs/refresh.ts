import type { QueryClient } from '@tanstack/react-query'
import { invalidateWalletEntryList, invalidateWalletShow } from '@/api/generated/endpoints/finance/finance'
import { getShipmentChargesQueryKey } from '@/api/generated/endpoints/quotes/quotes'
import { invalidateReweighList } from '@/api/generated/endpoints/receiving/receiving'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
} from '@/api/generated/endpoints/shipments/shipments'
import { getShipmentEventListQueryKey } from '@/api/generated/endpoints/tracking/tracking'
import type { Reweigh } from '@/api/schema'

/** Brings what shows a re-weighing up to date: its shipment, and the wallet of its client. */
export function refreshReweighs(client: QueryClient, { shipment_id, client_id }: Reweigh) {
  void invalidateReweighList(client)
  void invalidateShipmentList(client)
  void client.invalidateQueries({ queryKey: getShipmentShowQueryKey(shipment_id) })
  void client.invalidateQueries({ queryKey: getShipmentEventListQueryKey(shipment_id) })
  void client.invalidateQueries({ queryKey: getShipmentChargesQueryKey(shipment_id) })
  if (!client_id) return
  void invalidateWalletShow(client, client_id)
  void invalidateWalletEntryList(client, client_id)
}
