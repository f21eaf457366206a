import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { ColumnChoice } from '@/ui/table/columns'
import type { ListState } from '@/ui/table/useListParams'
import { FOREVER } from './forever'
import {
  getListColumnsShowQueryKey,
  invalidateSavedViewList,
  listColumnsUpdate,
  savedViewCreate,
  savedViewDelete,
  useListColumnsShow,
  useSavedViewList,
} from './generated/endpoints/lists/lists'
import type { ItemListColumns, SavedView } from './schema'

/** Columns and saved views of a list, as the account keeps them: what DataTable and SavedViews want. */
export function useListMemory(list: ListState) {
  return { choice: useColumns(list.name), views: useViews(list) }
}

/** Which columns, and in what order, follow the person; their widths belong to the screen. */
function useColumns(list: string) {
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

  return { value: { visible, widths }, onChange }
}

function useViews(list: ListState) {
  const queryClient = useQueryClient()
  const { data } = useSavedViewList({ list: list.name })
  const refresh = () => invalidateSavedViewList(queryClient, { list: list.name })

  return {
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
    async onDelete({ id }: { id: string }) {
      await savedViewDelete(id)
      await refresh()
    },
  }
}

const toView = ({ id, name, shared, own }: SavedView) => ({ id, name, shared, mine: own })
