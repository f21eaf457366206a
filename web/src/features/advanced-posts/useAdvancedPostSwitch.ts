import type { QueryClient } from '@tanstack/react-query'
import {
  advancedPostActivate,
  advancedPostDeactivate,
  advancedPostDelete,
  advancedPostRestore,
  getAdvancedPostShowQueryKey,
  invalidateAdvancedPostList,
} from '@/api/generated/endpoints/providers/providers'
import type { AdvancedPostRecord } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshAdvancedPosts(queryClient: QueryClient, saved: AdvancedPostRecord) {
  queryClient.setQueryData(getAdvancedPostShowQueryKey(saved.id), { data: saved })
  void invalidateAdvancedPostList(queryClient)
}

export const useAdvancedPostSwitch = () =>
  useSwitch<AdvancedPostRecord>({
    activate: advancedPostActivate,
    deactivate: advancedPostDeactivate,
    remove: advancedPostDelete,
    restore: advancedPostRestore,
    nameOf: ({ name }) => name,
    refresh: refreshAdvancedPosts,
  })
