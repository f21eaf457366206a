import type { QueryClient } from '@tanstack/react-query'
import {
  getWebhookDeliveryListQueryKey,
  getWebhookShowQueryKey,
  invalidateWebhookList,
} from '@/api/generated/endpoints/integrations/integrations'
import type { Webhook } from '@/api/schema'

/** Puts a saved webhook onto its page, and has the list of webhooks and its deliveries read again. */
export function refreshWebhooks(client: QueryClient, saved: Webhook) {
  client.setQueryData(getWebhookShowQueryKey(saved.id), { data: saved })
  refreshDeliveries(client, saved.id)
  void invalidateWebhookList(client)
}

export function refreshDeliveries(client: QueryClient, id: string) {
  void client.invalidateQueries({ queryKey: getWebhookDeliveryListQueryKey(id) })
}
