import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getPriceTableShowQueryKey,
  invalidatePriceTableList,
  invalidatePriceTableSelect,
  priceTableActivate,
  priceTableDeactivate,
  priceTableDelete,
  priceTableRestore,
} from '@/api/generated/endpoints/prices/prices'
import type { PriceTable } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshPriceTables(queryClient: QueryClient, saved: PriceTable) {
  queryClient.setQueryData(getPriceTableShowQueryKey(saved.id), { data: saved })
  void invalidatePriceTableList(queryClient)
  void invalidatePriceTableSelect(queryClient)
}

export function usePriceTableSwitch() {
  const { t } = useTranslation('price-tables')
  return useSwitch<PriceTable>({
    activate: priceTableActivate,
    deactivate: priceTableDeactivate,
    remove: priceTableDelete,
    restore: priceTableRestore,
    nameOf: ({ code }) => code,
    refresh: refreshPriceTables,
    words: (name, active) => t(active ? 'deactivate' : 'activate', { name, returnObjects: true }),
  })
}
