import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ViewChange } from '@/ui/filters/SavedViews'
import type { ColumnChoice } from '@/ui/table/columns'
import type { ListState } from '@/ui/table/useListParams'
import { FOREVER } from './forever'
import {
  getListColumnsShowQueryKey,
  invalidateSavedViewList,
  listColumnsUpdate,
  savedViewCreate,
  savedViewDelete,
  savedViewSetDefault,
  savedViewUpdate,
  useListColumnsShow,
  useSavedViewList,
} from './generated/endpoints/lists/lists'
import type { ItemListColumns, SavedView } from './schema'

/** Columns and saved views of a list, as the account keeps them: what DataTable and SavedViews want. */
export function useListMemory(list: ListState) {
  const { isPending, ...choice } = useListColumns(list.name)
  const { isStarting, ...views } = useViews(list)
  // Columns and filters that come later would move what is shown already.
  return { choice, views, isPending: isStarting || (isPending && !list.columns) }
}

/** A memory that fails holds nobody up: the list comes as it was made. */
const isAwaited = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) =>
  isPending && failureCount === 0

/** Which columns, and in what order, follow the person; their widths belong to the screen. */
export function useListColumns(list: string) {
  const queryClient = useQueryClient()
  const kept = useListColumnsShow(list, FOREVER)
  const [widths, setWidths] = useLocalStorage<ColumnChoice['widths']>({
    key: `remessa-widths-${list}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const columns = kept.data?.data.columns
  const visible = columns?.filter((column) => column.visible).map((column) => column.id)

  function onChange(choice: ColumnChoice) {
    setWidths(choice.widths ?? {})
    if (choice.visible?.join() === visible?.join()) return
    const next = { columns: choice.visible?.map((id) => ({ id, visible: true })) ?? null }
    queryClient.setQueryData<ItemListColumns>(getListColumnsShowQueryKey(list), { data: next })
    // The choice holds on this screen in any case; that the account missed it is nothing to stop anybody for.
    listColumnsUpdate(list, next, { quiet: true }).catch(() => {})
  }

  return { value: { visible, widths }, onChange, isPending: isAwaited(kept) }
}

function useViews(list: ListState) {
  const queryClient = useQueryClient()
  const kept = useSavedViewList({ list: list.name })
  const { data } = kept
  const isStarting = useStart(list, data?.data, isAwaited(kept))
  const refresh = () => invalidateSavedViewList(queryClient, { list: list.name })

  return {
    isStarting,
    views: data?.data.map(toView) ?? [],
    current: list.values.view,
    onApply: ({ id }: { id: string }) => {
      const view = data?.data.find((candidate) => candidate.id === id)
      if (view) list.apply({ ...(view.query as object), view: id })
    },
    async onSave({ name, shared }: { name: string; shared: boolean }) {
      const saved = await savedViewCreate({ list: list.name, name, shared, query: list.snapshot })
      await refresh()
      list.apply({ ...list.snapshot, view: saved.data.id })
    },
    async onChange({ id }: { id: string }, { current, ...change }: ViewChange) {
      const view = data?.data.find((candidate) => candidate.id === id)
      if (!view) return
      const query = current ? list.snapshot : view.query
      await savedViewUpdate(id, { ...view, ...change, query })
      await refresh()
      if (current) list.apply({ ...list.snapshot, view: id })
    },
    async onDefault(view: { id: string } | undefined) {
      await savedViewSetDefault(list.name, { view_id: view?.id ?? null })
      await refresh()
    },
    async onDelete({ id }: { id: string }) {
      await savedViewDelete(id)
      await refresh()
    },
  }
}

/**
 * Starts a list whose address says nothing with the view that the user chose for it. Returns whether it is still to come.
 */
function useStart(list: ListState, views: SavedView[] | undefined, isAwaited: boolean) {
  const chosen = views?.find((view) => view.is_default)
  const [started, setStarted] = useState(!list.isPristine)
  const asked = useRef(false)
  if (!started && (!list.isPristine || (!chosen && !isAwaited))) setStarted(true)
  useEffect(() => {
    if (started || asked.current || !chosen) return
    asked.current = true
    list.apply({ ...(chosen.query as object), view: chosen.id }, { replace: true })
  }, [list, chosen, started])
  return !started
}

const toView = ({ id, name, shared, own, is_default, version }: SavedView) => ({
  id,
  name,
  shared,
  mine: own,
  isDefault: is_default,
  version,
})
