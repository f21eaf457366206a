import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getPackageShowQueryKey,
  invalidatePackageList,
  packageActivate,
  packageDeactivate,
  packageDelete,
  packageRestore,
} from '@/api/generated/endpoints/packages/packages'
import type { Package } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshPackages(queryClient: QueryClient, saved: Package) {
  queryClient.setQueryData(getPackageShowQueryKey(saved.id), { data: saved })
  void invalidatePackageList(queryClient)
}

/** Offers a package where parcels are packed, or stops offering it. */
export function usePackageSwitch() {
  const { t } = useTranslation('packages')
  return useSwitch<Package>({
    activate: packageActivate,
    deactivate: packageDeactivate,
    remove: packageDelete,
    restore: packageRestore,
    nameOf: ({ code }) => code,
    refresh: refreshPackages,
    words: (name, active) => t(active ? 'deactivate' : 'activate', { name, returnObjects: true }),
  })
}
