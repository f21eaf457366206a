import { useQueryClient } from '@tanstack/react-query'
import { notify } from '@/ui/dialogs/notify'
import { useImportKind } from './kind'

/** Starts an import, or goes on with one that was interrupted. */
export function useStart(id: string) {
  const queryClient = useQueryClient()
  const { useProcess, invalidate } = useImportKind()
  return useProcess({
    mutation: {
      onSuccess: () => invalidate(queryClient, id),
      onError: notify.failure,
    },
  })
}
