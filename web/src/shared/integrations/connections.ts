import type { Profile } from '@/api/schema'

const RIGHTS = ['provider.update', 'tenant_setting.update', 'domain.list'] as const

/** The rights of the user with which there is something on the page of connections: carriers, e-mails, domains. */
export const connectionRights = (can: Profile['can']) => RIGHTS.filter((right) => can[right])
