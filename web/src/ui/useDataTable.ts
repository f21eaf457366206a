import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { type Column, type ColumnChoice, DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH } from './columns'
import type { ListState, Sort } from './useListParams'

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  columnSizingFeature,
  columnResizingFeature,
})

type Features = typeof features
type Widths = Record<string, number>

const NO_ROWS: never[] = []

const toDef = <T extends object>(column: Column<T>): ColumnDef<Features, T> => ({
  id: column.id,
  // The server sorts; TanStack only needs to see that the column has a value.
  accessorFn: () => column.id,
  enableSorting: column.sortable ?? false,
  sortDescFirst: false,
  size: column.width ?? DEFAULT_WIDTH,
  minSize: MIN_WIDTH,
  maxSize: MAX_WIDTH,
})

type Options<T> = {
  rows: T[] | undefined
  columns: Column<T>[]
  list: ListState
  choice: ColumnChoice
  onChoice(choice: ColumnChoice): void
}

/** Sorting from the address, selection of its own, widths as remembered: the state behind a DataTable. */
export function useDataTable<T extends { id: string }>({
  rows,
  columns,
  list,
  choice,
  onChoice,
}: Options<T>) {
  const [selected, setSelected] = useState<{ key: string; ids: Record<string, true>; all: boolean }>({
    key: list.filterKey,
    ids: {},
    all: false,
  })
  // Other filters match other rows: what was selected is no longer what the user sees.
  const current = selected.key === list.filterKey ? selected : { key: list.filterKey, ids: {}, all: false }
  const defs = useMemo(() => columns.map(toDef), [columns])

  const table = useTable<Features, T>({
    features,
    data: rows ?? NO_ROWS,
    columns: defs,
    getRowId: (row) => row.id,
    manualSorting: true,
    columnResizeMode: 'onChange',
    state: {
      sorting: list.sort,
      rowSelection: current.ids,
      columnSizing: choice.widths ?? {},
    },
    onSortingChange: (next: Updater<Sort[]>) => list.setSort(functionalUpdate(next, list.sort)),
    onRowSelectionChange: (next: Updater<Record<string, true>>) =>
      setSelected({ key: list.filterKey, ids: functionalUpdate(next, current.ids), all: false }),
    onColumnSizingChange: (next: Updater<Widths>) =>
      onChoice({ ...choice, widths: functionalUpdate(next, choice.widths ?? {}) }),
  })

  return {
    table,
    selectedIds: Object.keys(current.ids),
    allMatching: current.all,
    selectAllMatching: () => setSelected({ ...current, all: true }),
    clearSelection: () => setSelected({ key: list.filterKey, ids: {}, all: false }),
    resize(id: string, by: number) {
      const width = (table.getColumn(id)?.getSize() ?? DEFAULT_WIDTH) + by
      onChoice({
        ...choice,
        widths: { ...choice.widths, [id]: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)) },
      })
    },
  }
}

export type DataTableModel<T extends { id: string }> = ReturnType<typeof useDataTable<T>>
