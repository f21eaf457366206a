import { Checkbox, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import clsx from 'clsx'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns'
import classes from './DataTable.module.css'
import type { DataTableModel } from './useDataTable'

const RESIZE_STEP = 24

type DataTableHeadProps<T extends { id: string }> = {
  model: DataTableModel<T>
  columns: Column<T>[]
  selectable: boolean
  withMenu: boolean
}

export function DataTableHead<T extends { id: string }>(props: DataTableHeadProps<T>) {
  const { t } = useTranslation()
  const { model, columns, selectable, withMenu } = props
  const { table } = model
  return (
    <Table.Thead className={classes.head}>
      <Table.Tr>
        {selectable && (
          <Table.Th className={classes.check}>
            <Checkbox
              size="xs"
              aria-label={t('table.selectPage')}
              checked={table.getIsAllPageRowsSelected()}
              indeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
              onChange={table.getToggleAllPageRowsSelectedHandler()}
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} model={model} column={column} />
        ))}
        {/* As tall, until it is known which there are. */}
        {columns.length === 0 && <Table.Th aria-hidden />}
        {withMenu && (
          <Table.Th className={classes.menu}>
            <span className={classes.hidden}>{t('table.actions')}</span>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

type HeadCellProps<T extends { id: string }> = { model: DataTableModel<T>; column: Column<T> }

function HeadCell<T extends { id: string }>({ model, column }: HeadCellProps<T>) {
  const header = model.table.getFlatHeaders().find(({ id }) => id === column.id)
  if (!header) return null
  const sorted = header.column.getIsSorted()

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -RESIZE_STEP, ArrowRight: RESIZE_STEP }[event.key]
    if (!event.shiftKey || !step) return
    event.preventDefault()
    model.resize(column.id, step)
  }

  return (
    <Table.Th
      scope="col"
      aria-sort={column.sortable ? (sorted ? ARIA_SORT[sorted] : 'none') : undefined}
      className={clsx(column.align === 'right' && classes.right, column.main && classes.main)}
    >
      {column.sortable ? (
        <SortButton model={model} column={column} onKeyDown={onKeyDown} />
      ) : (
        <span className={classes.plainHead}>{column.header}</span>
      )}
      {
        // Pointers drag this edge; the keyboard has Shift and the arrows on the header's button.
        <span
          aria-hidden
          className={classes.edge}
          data-resizing={header.column.getIsResizing() || undefined}
          onMouseDown={header.getResizeHandler()}
          onTouchStart={header.getResizeHandler()}
        />
      }
    </Table.Th>
  )
}

type SortButtonProps<T extends { id: string }> = HeadCellProps<T> & { onKeyDown(event: KeyboardEvent): void }

function SortButton<T extends { id: string }>({ model, column, onKeyDown }: SortButtonProps<T>) {
  const { t } = useTranslation()
  const header = model.table.getColumn(column.id)
  const sorted = header?.getIsSorted()
  const several = model.table.state.sorting.length > 1
  const Arrow = sorted ? { asc: IconArrowUp, desc: IconArrowDown }[sorted] : IconArrowsSort
  return (
    <UnstyledButton
      className={classes.sort}
      data-sorted={sorted || undefined}
      title={t('table.sortHint')}
      onClick={header?.getToggleSortingHandler()}
      onKeyDown={onKeyDown}
    >
      <span className={classes.ellipsis}>{column.header}</span>
      <Arrow size={14} stroke={1.75} aria-hidden />
      {sorted && several && <span className={classes.sortIndex}>{(header?.getSortIndex() ?? 0) + 1}</span>}
    </UnstyledButton>
  )
}
