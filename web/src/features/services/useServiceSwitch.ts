import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateLookupServices } from '@/api/generated/endpoints/lookups/lookups'
import {
  getServiceShowQueryKey,
  invalidateServiceList,
  serviceActivate,
  serviceDeactivate,
  serviceDelete,
  serviceRestore,
} from '@/api/generated/endpoints/services/services'
import type { Service } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshServices(queryClient: QueryClient, saved: Service) {
  queryClient.setQueryData(getServiceShowQueryKey(saved.id), { data: saved })
  void invalidateServiceList(queryClient)
  // Forms of shipments choose from them.
  void invalidateLookupServices(queryClient)
}

/** Offers a service for new shipments, or stops offering it. */
export function useServiceSwitch() {
  const { t } = useTranslation('services')
  return useSwitch<Service>({
    activate: serviceActivate,
    deactivate: serviceDeactivate,
    remove: serviceDelete,
    restore: serviceRestore,
    nameOf: ({ code }) => code,
    refresh: refreshServices,
    words: (_, active) => ({ text: active ? t('deactivate') : t('activate') }),
  })
}
