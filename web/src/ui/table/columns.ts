import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CellValue } from './export/cells'

export type Column<T> = {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** The value in a file, for a cell that is not plain text: a status, a moment, a number in its unit. */
  text?: (row: T) => CellValue
  /** The second line of the cell, smaller and dimmed. */
  below?: (row: T) => ReactNode
  /** The server can sort by it under the column's id. */
  sortable?: boolean
  align?: 'right'
  /** Minimum in pixels. A wider screen is shared in the same proportions. */
  width?: number
  /** The column that names the row: links to it, stays visible, heads the card on a phone. */
  main?: boolean
  /** Not shown until chosen. */
  optional?: boolean
  /** Left out on a tablet, unless chosen: there the list would be wider than its place. */
  roomy?: boolean
}

export type MenuEntry =
  | {
      label: string
      icon: Icon
      /** A path of ours, or a file with `newTab`. */
      to?: string
      newTab?: boolean
      run?: () => void
      danger?: boolean
      /** Why it cannot be done now; shown instead of hiding the entry. */
      refused?: string
    }
  | 'divider'

/** A part of a row's menu: an entry, or entries that load something of their own. */
export type MenuPart = MenuEntry | { key: string; render(): ReactNode }

/** Target of the bulk actions: chosen rows, or all matches of the filters. */
export type Selection<T = { id: string }> = {
  ids: string[]
  /** The named rows, as they were last seen. */
  rows: T[]
  all: boolean
  count: number
  /** More are selected than the server has counted. */
  capped?: boolean
}

export type BulkAction = {
  label: string
  icon: Icon
  run: () => void
  danger?: boolean
  refused?: string
}

/** Height of the rows. */
export type Density = 'compact' | 'comfortable'

export type ColumnChoice = { visible?: string[]; widths?: Record<string, number> }

export const DEFAULT_WIDTH = 160
export const MIN_WIDTH = 72
export const MAX_WIDTH = 640

/** The columns to show, in order. A chosen column that no longer exists is dropped; the main one is always there. */
export function visibleColumns<T>(
  columns: Column<T>[],
  chosen: string[] | undefined,
  cramped = false,
): Column<T>[] {
  if (!chosen) return columns.filter(({ optional, roomy }) => !optional && !(roomy && cramped))
  const found = chosen
    .map((id) => columns.find((column) => column.id === id))
    .filter((column) => column !== undefined)
  const missing = columns.filter((column) => column.main && !found.includes(column))
  return [...missing, ...found]
}
