import type { QueryClient } from '@tanstack/react-query'
import {
  getProviderShowQueryKey,
  invalidateProviderList,
  providerActivate,
  providerDeactivate,
  providerDelete,
  providerRestore,
} from '@/api/generated/endpoints/providers/providers'
import type { Provider } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshProviders(queryClient: QueryClient, saved: Provider) {
  queryClient.setQueryData(getProviderShowQueryKey(saved.id), { data: saved })
  void invalidateProviderList(queryClient)
}

export const useProviderSwitch = () =>
  useSwitch<Provider>({
    activate: providerActivate,
    deactivate: providerDeactivate,
    remove: providerDelete,
    restore: providerRestore,
    nameOf: ({ code }) => code,
    refresh: refreshProviders,
  })
