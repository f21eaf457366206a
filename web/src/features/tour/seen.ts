import { useQueryClient } from '@tanstack/react-query'
import { FOREVER } from '@/api/forever'
import {
  getListColumnsShowQueryKey,
  listColumnsUpdate,
  useListColumnsShow,
} from '@/api/generated/endpoints/lists/lists'
import type { ItemListColumns } from '@/api/schema'
import type { StepId } from './steps'

/** The account keeps the steps of the tour as it keeps the columns of a list, so they are seen on every device. */
const LIST = 'tour'

/** The steps that the user has seen. A new step is in nobody's list. */
export function useSeenSteps() {
  const queryClient = useQueryClient()
  const kept = useListColumnsShow(LIST, FOREVER)
  const seen = new Set<string>(kept.data?.data.columns?.map(({ id }) => id))

  function remember(shown: StepId[]) {
    const all = new Set([...seen, ...shown])
    if (all.size === seen.size) return
    const next = { columns: [...all].map((id) => ({ id, visible: true })) }
    queryClient.setQueryData<ItemListColumns>(getListColumnsShowQueryKey(LIST), { data: next })
    // The tour was seen in any case; that the account missed it is nothing to stop anybody for.
    listColumnsUpdate(LIST, next, { quiet: true }).catch(() => {})
  }

  return { seen, remember, isPending: kept.isPending && kept.failureCount === 0 }
}
