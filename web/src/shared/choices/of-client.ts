import { recordId } from '@/ui/table/list-spec'

export type OfClient = { client_id?: string }

/** The client for whom a form of a new record is opened, in its address. */
export const ofClient = (raw: { client_id?: unknown }): OfClient => {
  const client_id = recordId(raw.client_id)
  return client_id ? { client_id } : {}
}
