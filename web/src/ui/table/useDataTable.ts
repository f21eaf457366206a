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
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
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

/** The rows are kept beside their ids: a row of another page is not at hand any more. */
type Selected<T> = { key: string; ids: Record<string, true>; rows: Record<string, T>; all: boolean }

const byId = <T extends { id: string }>(rows: T[]): Record<string, T> =>
  Object.fromEntries(rows.map((row) => [row.id, row]))

const marked = (rows: Record<string, unknown>): Record<string, true> =>
  Object.fromEntries(Object.keys(rows).map((id) => [id, true]))

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
  const nothing: Selected<T> = { key: list.filterKey, ids: {}, rows: {}, all: false }
  const [selected, setSelected] = useState(nothing)
  // Other filters match other rows: what was selected is no longer what the user sees.
  const current = selected.key === list.filterKey ? selected : nothing
  const page = useMemo(() => byId(rows ?? NO_ROWS), [rows])
  // The table knows only the matches on this page.
  const ids = current.all ? marked(page) : current.ids
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
      rowSelection: ids,
      columnSizing: choice.widths ?? {},
    },
    onSortingChange: (next: Updater<Sort[]>) => list.setSort(functionalUpdate(next, list.sort)),
    onRowSelectionChange: (next: Updater<Record<string, true>>) =>
      setSelected({
        key: list.filterKey,
        ids: functionalUpdate(next, ids),
        rows: { ...current.rows, ...page },
        all: false,
      }),
    onColumnSizingChange: (next: Updater<Widths>) =>
      onChoice({ ...choice, widths: functionalUpdate(next, choice.widths ?? {}) }),
  })

  const latest = useRef(table)
  useLayoutEffect(() => {
    latest.current = table
  })
  // One and the same for ever, so that no row is drawn again for it.
  const toggle = useCallback(
    (id: string, event: unknown) => latest.current.getRow(id).getToggleSelectedHandler()(event),
    [],
  )

  return {
    table,
    selectedIds: Object.keys(ids),
    selectedRows: Object.keys(ids).flatMap((id) => page[id] ?? current.rows[id] ?? []),
    allMatching: current.all,
    toggle,
    selectAllMatching: () => setSelected({ ...current, all: true }),
    clearSelection: () => setSelected(nothing),
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
