import type { QueryClient } from '@tanstack/react-query'
import {
  getServiceGroupShowQueryKey,
  invalidateServiceGroupList,
  serviceGroupActivate,
  serviceGroupDeactivate,
  serviceGroupDelete,
  serviceGroupRestore,
} from '@/api/generated/endpoints/services/services'
import type { ServiceGroup } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshServiceGroups(queryClient: QueryClient, saved: ServiceGroup) {
  queryClient.setQueryData(getServiceGroupShowQueryKey(saved.id), { data: saved })
  void invalidateServiceGroupList(queryClient)
}

export const useServiceGroupSwitch = () =>
  useSwitch<ServiceGroup>({
    activate: serviceGroupActivate,
    deactivate: serviceGroupDeactivate,
    remove: serviceGroupDelete,
    restore: serviceGroupRestore,
    nameOf: ({ code }) => code,
    refresh: refreshServiceGroups,
  })
