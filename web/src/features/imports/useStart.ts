import { useQueryClient } from '@tanstack/react-query'
import {
  invalidateShipmentImportShow,
  useShipmentImportProcess,
} from '@/api/generated/endpoints/imports/imports'
import { notify } from '@/ui/dialogs/notify'

/** Starts an import, or goes on with one that was interrupted. */
export function useStart(id: string) {
  const queryClient = useQueryClient()
  return useShipmentImportProcess({
    mutation: {
      onSuccess: () => invalidateShipmentImportShow(queryClient, id),
      onError: notify.failure,
    },
  })
}
