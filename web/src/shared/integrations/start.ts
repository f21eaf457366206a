import type { Profile } from '@/api/schema'
import { paths } from '@/context/paths'
import { connectionRights } from './connections'

/** The page that the menu's entry opens for somebody who may not open the tokens; none for everybody else. */
export function otherStart(can: Profile['can'] | undefined) {
  if (!can || can['api_token.list']) return undefined
  if (can['webhook.list']) return paths['integrations.webhooks']()
  if (can['shop.list'] || can['order_layer.show']) return paths['integrations.shops']()
  return connectionRights(can).length > 0 ? paths['integrations.connections']() : undefined
}
