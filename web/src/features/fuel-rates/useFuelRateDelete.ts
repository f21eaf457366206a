import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  fuelRateDelete,
  getFuelRateShowQueryKey,
  invalidateFuelRateList,
  invalidateFuelRateSelect,
} from '@/api/generated/endpoints/prices/prices'
import type { FuelRate } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'

export function refreshFuelRates(queryClient: QueryClient, saved: FuelRate) {
  queryClient.setQueryData(getFuelRateShowQueryKey(saved.id), { data: saved })
  refreshLists(queryClient)
}

function refreshLists(queryClient: QueryClient) {
  void invalidateFuelRateList(queryClient)
  void invalidateFuelRateSelect(queryClient)
}

/** Asks, deletes; true once the rate is gone. */
export function useFuelRateDelete() {
  const { t } = useTranslation('fuel-rates')
  const queryClient = useQueryClient()
  const format = useFormat()
  return async ({ id, code, valid_from }: FuelRate) => {
    const gone = await confirm({
      title: t('delete.title', { code, day: format.day(valid_from) }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      run: () => fuelRateDelete(id),
    })
    if (gone) {
      notify.success(t('delete.done'))
      refreshLists(queryClient)
    }
    return gone
  }
}
