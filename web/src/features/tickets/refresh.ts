import type { QueryClient } from '@tanstack/react-query'
import {
  invalidateDashboardShow,
  invalidateDashboardWaiting,
} from '@/api/generated/endpoints/dashboard/dashboard'
import {
  getSupportTicketShowQueryKey,
  invalidateSupportTicketList,
} from '@/api/generated/endpoints/support/support'
import type { ItemSupportTicket } from '@/api/schema'

/** Replaces a ticket by the server's answer. */
export function refreshTicket(client: QueryClient, saved: ItemSupportTicket) {
  client.setQueryData(getSupportTicketShowQueryKey(saved.data.id), saved)
  refreshTickets(client)
}

export function refreshTickets(client: QueryClient) {
  void invalidateSupportTicketList(client)
  void invalidateDashboardShow(client)
  void invalidateDashboardWaiting(client)
}
