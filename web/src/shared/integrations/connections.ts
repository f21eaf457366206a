import type { Profile } from '@/api/schema'

const RIGHTS = ['provider.update', 'tenant_setting.update', 'domain.list'] as const

/**
 * The rights of the user with which there is something on the page of connections: carriers, e-mails, domains. Whoever is
 * outside the company has none.
 */
export const connectionRights = ({ can, is_outside }: Pick<Profile, 'can' | 'is_outside'>) =>
  RIGHTS.filter((right) => !is_outside && can[right])
