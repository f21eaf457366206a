import { listSpec, oneOf } from '@/ui/table/list-spec'

/** Valid tokens, and those that are over. */
export const API_TOKEN_TABS = ['valid', 'ended'] as const

/** Parameters of the list of API tokens in the address. */
export const apiTokenList = listSpec({
  name: 'api-tokens',
  sortable: ['created_at', 'name', 'user_name', 'expires_at', 'last_used_at'],
  filters: { tab: oneOf(API_TOKEN_TABS) },
  defaults: { tab: 'valid' },
})
