import type { Domain, Profile } from '@/api/schema'

/** Whether the user has webhooks: clients have them only where the company wants it, as their calls do. */
export const hasWebhooks = (
  { can, is_outside }: Pick<Profile, 'can' | 'is_outside'>,
  { flags }: Pick<Domain, 'flags'>,
) => can['webhook.list'] === true && (!is_outside || flags.client_webhooks === true)
