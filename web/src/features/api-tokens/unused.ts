import { type ApiToken, ApiTokenStatus } from '@/api/schema'

const UNUSED_MS = 90 * 24 * 60 * 60_000

const VALID: readonly ApiTokenStatus[] = [ApiTokenStatus.Active, ApiTokenStatus.Expiring]

type Use = Pick<ApiToken, 'status' | 'created_at' | 'last_used_at'>

/** Whether no program has used a valid token for 90 days: it is open to whoever finds it, for nothing. */
export const isUnused = ({ status, created_at, last_used_at }: Use, now = Date.now()) =>
  VALID.includes(status) && now - Date.parse(last_used_at ?? created_at) > UNUSED_MS
