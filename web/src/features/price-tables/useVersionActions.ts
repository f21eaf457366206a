import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getPriceVersionShowQueryKey,
  invalidatePriceTableList,
  invalidatePriceTableShow,
  invalidatePriceVersionCheck,
  invalidatePriceVersionList,
  priceVersionArchive,
  priceVersionDelete,
} from '@/api/generated/endpoints/prices/prices'
import type { PriceVersion } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

/** Brings the cached queries up to date after a version has changed. */
export function refreshVersion(queryClient: QueryClient, saved: PriceVersion) {
  queryClient.setQueryData(getPriceVersionShowQueryKey(saved.id), { data: saved })
  void invalidatePriceVersionCheck(queryClient, saved.id)
  refreshVersions(queryClient, saved.price_table_id)
}

export function refreshVersions(queryClient: QueryClient, table: string) {
  void invalidatePriceVersionList(queryClient, table)
  void invalidatePriceTableShow(queryClient, table)
  void invalidatePriceTableList(queryClient)
}

/** Archives and deletes versions, after a question. */
export function useVersionActions() {
  const { t } = useTranslation('price-tables')
  const queryClient = useQueryClient()
  return {
    async archive(version: PriceVersion) {
      const { number } = version
      const done = await confirm({
        title: t('archive.title', { number }),
        text: t('archive.text'),
        action: t('archive.action'),
        danger: true,
        run: async () => refreshVersion(queryClient, (await priceVersionArchive(version.id)).data),
      })
      if (done) notify.success(t('archive.done', { number }))
    },
    async remove(version: PriceVersion) {
      const { number } = version
      const done = await confirm({
        title: t('delete.title', { number }),
        text: t('delete.text'),
        action: t('delete.action'),
        danger: true,
        run: () => priceVersionDelete(version.id),
      })
      if (!done) return false
      refreshVersions(queryClient, version.price_table_id)
      notify.success(t('delete.done', { number }))
      return true
    },
  }
}
