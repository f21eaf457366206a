import type { PartyDocument } from '@/api/schema'
import { paths } from '@/context/paths'

const PAGES = {
  client: paths['clients.edit'],
  partner: paths['partners.edit'],
  provider: paths['providers.edit'],
  subsidiary: paths['subsidiaries.edit'],
} as const

/** The documents of the client, the partner or the subsidiary that a document belongs to. */
export const ownerPage = ({ owner_type, owner_id }: Pick<PartyDocument, 'owner_type' | 'owner_id'>) =>
  `${PAGES[owner_type]({ id: owner_id })}?tab=documents`
