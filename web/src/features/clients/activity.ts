import { keepPreviousData } from '@tanstack/react-query'
import { clientActivityList, useClientActivityList } from '@/api/generated/endpoints/parties/parties'
import type { Client, ClientActivity } from '@/api/schema'

/** A client with what it ships and has to spend, once that is known. */
export type ClientRow = Client & { activity?: ClientActivity | undefined }

const idsOf = (clients: Client[]) => clients.map(({ id }) => id).join(',')

function withActivity(clients: Client[], activities: ClientActivity[]): ClientRow[] {
  const byId = new Map(activities.map((activity) => [activity.client_id, activity]))
  return clients.map((client) => ({ ...client, activity: byId.get(client.id) }))
}

/** The answer of the list with the activity of its clients, which comes a moment later. */
export function useActivityOf<R extends { data: { data: Client[] } | undefined }>(result: R) {
  const clients = result.data?.data ?? []
  const { data } = useClientActivityList(
    { ids: idsOf(clients) },
    {
      query: { enabled: clients.length > 0, placeholderData: keepPreviousData },
      request: { quiet: true },
    },
  )
  return {
    ...result,
    data: result.data && { ...result.data, data: withActivity(clients, data?.data ?? []) },
  }
}

/** A page of the list for a file. */
export async function addActivity<P extends { data: Client[] }>(page: P) {
  if (page.data.length === 0) return { ...page, data: [] as ClientRow[] }
  const { data } = await clientActivityList({ ids: idsOf(page.data) })
  return { ...page, data: withActivity(page.data, data) }
}
