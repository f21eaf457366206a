import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getPriceAssignmentShowQueryKey,
  invalidatePriceAssignmentList,
  priceAssignmentDelete,
} from '@/api/generated/endpoints/prices/prices'
import type { PriceAssignment } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

export function refreshAssignments(queryClient: QueryClient, saved: PriceAssignment) {
  queryClient.setQueryData(getPriceAssignmentShowQueryKey(saved.id), { data: saved })
  void invalidatePriceAssignmentList(queryClient)
}

/** Asks, deletes; true once the assignment is gone. */
export function useAssignmentDelete() {
  const { t } = useTranslation('price-assignments')
  const queryClient = useQueryClient()
  return async ({ id, scope, scope_name }: PriceAssignment) => {
    const gone = await confirm({
      title: t('delete.title', { name: scope_name ?? t(`scope.${scope}`) }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      run: () => priceAssignmentDelete(id),
    })
    if (gone) {
      notify.success(t('delete.done'))
      void invalidatePriceAssignmentList(queryClient)
    }
    return gone
  }
}
