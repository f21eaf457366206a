import type { QueryClient } from '@tanstack/react-query'
import {
  bankActivate,
  bankDeactivate,
  bankDelete,
  bankRestore,
  getBankShowQueryKey,
  invalidateBankList,
} from '@/api/generated/endpoints/parties/parties'
import type { Bank } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshBanks(queryClient: QueryClient, saved: Bank) {
  queryClient.setQueryData(getBankShowQueryKey(saved.id), { data: saved })
  void invalidateBankList(queryClient)
}

export const useBankSwitch = () =>
  useSwitch<Bank>({
    activate: bankActivate,
    deactivate: bankDeactivate,
    remove: bankDelete,
    restore: bankRestore,
    nameOf: ({ name }) => name,
    refresh: refreshBanks,
  })
