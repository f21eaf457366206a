import type { Domain, Profile } from '@/api/schema'
import { paths } from '@/context/paths'
import { connectionRights } from './connections'
import { hasWebhooks } from './webhooks'

/** The page that the menu's entry opens for somebody who may not open the tokens; none for everybody else. */
export function otherStart(
  profile: Pick<Profile, 'can' | 'is_outside'> | undefined,
  domain: Pick<Domain, 'flags'>,
) {
  if (!profile || profile.can['api_token.list']) return undefined
  const { can } = profile
  if (hasWebhooks(profile, domain)) return paths['integrations.webhooks']()
  if (can['shop.list'] || can['order_layer.show']) return paths['integrations.shops']()
  return connectionRights(profile).length > 0 ? paths['integrations.connections']() : undefined
}
