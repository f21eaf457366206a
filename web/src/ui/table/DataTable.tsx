import { rem, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { BulkActions } from './BulkActions'
import { ColumnChooser } from './ColumnChooser'
import {
  type BulkAction,
  type Column,
  type ColumnChoice,
  DEFAULT_WIDTH,
  type Density,
  type MenuEntry,
  type MenuPart,
  type Selection,
  visibleColumns,
} from './columns'
import { DataCard } from './DataCards'
import cardClasses from './DataCards.module.css'
import classes from './DataTable.module.css'
import { DataTableHead } from './DataTableHead'
import { DataTableRow, type RowProps } from './DataTableRow'
import { ExportButton } from './export/ExportButton'
import type { LoadPage } from './export/fetch-all'
import { Pagination } from './Pagination'
import { PeekDrawer } from './PeekDrawer'
import { type MenuPlace, RowMenu } from './RowMenu'
import { CardSkeletons, type EmptyList, ListMessage, RowSkeletons } from './TableStates'
import { useColumnChoice } from './useColumnChoice'
import { useDataTable } from './useDataTable'
import { useDensity } from './useDensity'
import type { ListState } from './useListParams'
import { useOverflow } from './useOverflow'
import { usePeek } from './usePeek'
import { useTableKeys } from './useTableKeys'

/** Result of a generated list hook. */
export type ListResult<T> = {
  data: { data: T[]; meta: { total: number; total_capped: boolean } } | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  refetch(): unknown
}

export type DataTableProps<T extends { id: string }> = {
  /** Names the table for screen readers. */
  label: string
  result: ListResult<T>
  list: ListState
  columns: Column<T>[]
  /** Names one row: 'Select RM123456785BR'. */
  rowLabel(row: T): string
  rowTo?(row: T): string
  menu?(row: T): MenuPart[]
  /** The verbs for selected rows; without it nothing can be selected. */
  bulk?(selection: Selection<T>, clear: () => void): BulkAction[]
  /** The record beside the list, in a drawer that Space opens; `next` goes on to the next row. */
  peek?(row: T, next: () => void): ReactNode
  empty: EmptyList
  /** Loads a page of the list as it is shown; with it, the list can be exported. */
  load?: LoadPage<T>
  /** Stands in the toolbar, beside the column chooser. */
  toolbar?: ReactNode
  /** Where the chosen columns are kept; this browser when absent. */
  choice?: { value: ColumnChoice; onChange(choice: ColumnChoice): void }
  /** The chosen columns or filters are still to come: neither columns nor rows are shown before them. */
  isPending?: boolean
  /** Rows on their way out pulse red. */
  deleting?: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const NO_COLUMNS: never[] = []
const CHECK_WIDTH = 44
const MENU_WIDTH = 48
const NARROW = '(max-width: 40em)'
/** Between cards and the width at which the menu has its names. */
const CRAMPED = '(min-width: 40.01em) and (max-width: 62.5em)'

export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { result, list, menu, bulk, isPending = false, deleting = NONE } = props
  const { t } = useTranslation()
  const remembered = useColumnChoice(list.name)
  const choice = props.choice ?? remembered
  const cramped = useMediaQuery(CRAMPED, false, { getInitialValueInEffect: false })
  const columns = useMemo(
    () => visibleColumns(props.columns, list.columns ?? choice.value.visible, cramped),
    [props.columns, list.columns, choice.value.visible, cramped],
  )
  // The answer to a hand is painted before a hundred new rows are drawn.
  const drawn = useDeferredValue(result.data)
  const data = isPending ? undefined : drawn
  const rows = data?.data
  const model = useDataTable({ rows, columns, list, choice: choice.value, onChoice: choice.onChange })
  const frame = useRef<HTMLDivElement>(null)
  const [menuAt, setMenuAt] = useState<{ row: T; place: MenuPlace }>()
  const openMenu = useCallback((row: T, place: MenuPlace) => setMenuAt({ row, place }), [])
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const peek = usePeek(frame, rows)
  useTableKeys(frame, props.peek && peek)
  const [density, setDensity] = useDensity()

  const rowProps = (row: T): RowProps<T> => ({
    row,
    columns,
    label: props.rowLabel(row),
    to: props.rowTo?.(row),
    selected: model.allMatching || model.selectedIds.includes(row.id),
    onToggle: bulk ? model.toggle : undefined,
    deleting: deleting.has(row.id),
    peeked: peek.row === row,
    onMenu: menu ? openMenu : undefined,
  })
  // Rows to come are as tall as the rows: Back goes where somebody was.
  const hasTwoLines = columns.some((column) => column.below)
  const shown = isPending ? NO_COLUMNS : columns
  const body = { ...props, columns: shown, hasTwoLines, model, data, rows, rowProps, density }

  const looking = (row: T): MenuEntry => ({
    label: t('table.peek'),
    icon: IconLayoutSidebarRight,
    run: () => peek.open(row.id),
  })

  function chooseColumns(visible: string[] | undefined) {
    choice.onChange({ ...choice.value, visible })
    list.setColumns(visible)
  }

  return (
    <div ref={frame}>
      <div className={classes.frame} data-cards={narrow || undefined}>
        {/* On a phone it stands below the cards, and what stands there before them would move. */}
        {(!narrow || Boolean(rows?.length)) && (
          <Toolbar {...body}>
            {props.toolbar}
            {props.load && (
              <ExportButton
                label={props.label}
                total={data?.meta.total ?? 0}
                capped={data?.meta.total_capped}
                columns={columns}
                load={props.load}
              />
            )}
            <ColumnChooser
              columns={props.columns}
              visible={columns.map((column) => column.id)}
              onChange={chooseColumns}
              density={density}
              onDensity={setDensity}
            />
          </Toolbar>
        )}
        <Body {...body} narrow={narrow} />
      </div>
      <div className={classes.footer}>
        <Pagination
          page={list.page}
          perPage={list.perPage}
          total={data?.meta.total ?? 0}
          capped={data?.meta.total_capped}
          onPage={list.setPage}
          onPerPage={list.setPerPage}
        />
      </div>
      {peek.row && props.peek && (
        <PeekDrawer title={props.rowLabel(peek.row)} onStep={peek.step} onClose={peek.close}>
          {props.peek(peek.row, () => peek.step(1))}
        </PeekDrawer>
      )}
      {menuAt && menu && (
        <RowMenu
          label={props.rowLabel(menuAt.row)}
          entries={props.peek ? [looking(menuAt.row), ...menu(menuAt.row)] : menu(menuAt.row)}
          place={menuAt.place}
          onClose={() => setMenuAt(undefined)}
        />
      )}
    </div>
  )
}

type BodyProps<T extends { id: string }> = DataTableProps<T> & {
  model: ReturnType<typeof useDataTable<T>>
  /** What is drawn; `result` may have newer data already. */
  data: ListResult<T>['data']
  rows: T[] | undefined
  rowProps(row: T): RowProps<T>
  /** Some of its columns have a second line. */
  hasTwoLines: boolean
  density: Density
}

/** How many there are; the bulk actions once rows are selected. One height, so nothing jumps. */
function Toolbar<T extends { id: string }>(props: BodyProps<T> & { children: ReactNode }) {
  const { model, data, rows, bulk, children } = props
  const { t } = useTranslation()
  const format = useFormat()
  const meta = data?.meta
  const matching = meta && format.total(meta)
  const count = model.allMatching ? (meta?.total ?? 0) : model.selectedIds.length

  if (bulk && count > 0) {
    const selection = {
      ids: model.selectedIds,
      rows: model.selectedRows,
      all: model.allMatching,
      count,
      capped: model.allMatching && meta?.total_capped,
    }
    return (
      <div className={classes.toolbar} data-selecting>
        <BulkActions
          selection={selection}
          actions={bulk(selection, model.clearSelection)}
          matching={meta && rows && meta.total > rows.length ? matching : undefined}
          pageFull={model.table.getIsAllPageRowsSelected()}
          onSelectAll={model.selectAllMatching}
          onClear={model.clearSelection}
        />
      </div>
    )
  }
  return (
    <div className={classes.toolbar}>
      <Text size="sm" c="dimmed" className={classes.count} role="status">
        {meta ? t('table.count', { count: meta.total, number: matching }) : ' '}
      </Text>
      {children}
    </div>
  )
}

function Body<T extends { id: string }>({ narrow, ...props }: BodyProps<T> & { narrow: boolean }) {
  const { result, rows, list, empty } = props
  if (result.error || rows?.length === 0) return <ListMessage result={result} list={list} empty={empty} />
  return narrow ? <Cards {...props} /> : <Rows {...props} />
}

function Rows<T extends { id: string }>(props: BodyProps<T>) {
  const { label, columns, hasTwoLines, model, data, rows, result, list, menu, bulk, rowProps, density } =
    props
  const scroller = useRef<HTMLDivElement>(null)
  const overflowing = useOverflow(scroller)
  const widths = columns.map((column) => model.table.getColumn(column.id)?.getSize() ?? DEFAULT_WIDTH)
  const sum = widths.reduce((sum, width) => sum + width, 0)
  // A width chosen by hand stays; the other columns share the rest.
  const chosen = model.table.state.columnSizing
  const minWidth = sum + (bulk ? CHECK_WIDTH : 0) + (menu ? MENU_WIDTH : 0)
  const span = Math.max(columns.length, 1) + (bulk ? 1 : 0) + (menu ? 1 : 0)
  // The fixed columns at both sides must not cover the element that gets the focus.
  const covered = [(bulk ? CHECK_WIDTH : 0) + (widths[0] ?? 0), menu ? MENU_WIDTH : 0]

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-overflowing={overflowing || undefined}
      style={{ scrollPaddingInline: covered.map((width) => rem(width)).join(' ') }}
    >
      <Table
        aria-label={label}
        aria-busy={!rows || result.isPlaceholderData || data !== result.data}
        className={classes.table}
        data-density={density}
        data-two-lines={hasTwoLines || undefined}
        style={{ '--least-width': `${minWidth}px`, '--main-left': bulk ? rem(CHECK_WIDTH) : 0 }}
      >
        <colgroup>
          {bulk && <col style={{ width: CHECK_WIDTH }} />}
          {columns.map((column, at) => (
            <col
              key={column.id}
              style={{ width: chosen[column.id] ?? `${(100 * (widths[at] ?? 0)) / sum}%` }}
            />
          ))}
          {columns.length === 0 && <col />}
          {menu && <col style={{ width: MENU_WIDTH }} />}
        </colgroup>
        <DataTableHead model={model} columns={columns} selectable={Boolean(bulk)} withMenu={Boolean(menu)} />
        <Table.Tbody>
          {rows?.map((row) => (
            <DataTableRow key={row.id} {...rowProps(row)} />
          ))}
          {!rows && <RowSkeletons rows={list.perPage} columns={span} />}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Cards<T extends { id: string }>({ label, rows, list, rowProps }: BodyProps<T>) {
  if (!rows) return <CardSkeletons cards={list.perPage} />
  return (
    <ul className={cardClasses.cards} aria-label={label}>
      {rows.map((row) => (
        <DataCard key={row.id} {...rowProps(row)} />
      ))}
    </ul>
  )
}
