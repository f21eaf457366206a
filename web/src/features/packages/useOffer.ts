import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getPackageShowQueryKey,
  invalidatePackageList,
  packageActivate,
  packageDeactivate,
} from '@/api/generated/endpoints/packages/packages'
import type { Package } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'

/** Offers a package where parcels are packed, or no more. Either can be taken back, so nobody is asked. */
export function useOffer() {
  const { t } = useTranslation('packages')
  const queryClient = useQueryClient()
  return async ({ id, code, active }: Package) => {
    try {
      const answer = await (active ? packageDeactivate(id) : packageActivate(id))
      queryClient.setQueryData(getPackageShowQueryKey(id), answer)
      notify.success(t(active ? 'deactivated' : 'activated', { code }))
      await invalidatePackageList(queryClient)
    } catch (error) {
      notify.failure(error)
    }
  }
}
