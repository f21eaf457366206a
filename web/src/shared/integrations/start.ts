import type { Profile } from '@/api/schema'
import { paths } from '@/context/paths'

/** The page that the menu's entry opens for somebody who may not open the tokens; none for everybody else. */
export function otherStart(can: Profile['can'] | undefined) {
  if (!can || can['api_token.list']) return undefined
  if (can['webhook.list']) return paths['integrations.webhooks']()
  return can['shop.list'] || can['order_layer.show'] ? paths['integrations.shops']() : undefined
}
