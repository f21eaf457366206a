import { ActionIcon, Checkbox } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import clsx from 'clsx'
import { type MouseEvent, memo, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Below } from './Below'
import type { Column } from './columns'
import classes from './DataTable.module.css'
import { RowLink } from './RowLink'
import { type MenuPlace, menuPlace } from './RowMenu'

export type RowProps<T extends { id: string }> = {
  row: T
  label: string
  to?: string
  columns: Column<T>[]
  selected: boolean
  /** Shift on the event selects the range. Absent: the list has nothing to select for. */
  onToggle?: (id: string, event: unknown) => void
  deleting: boolean
  /** The drawer shows this row. */
  peeked: boolean
  onMenu?: (row: T, place: MenuPlace) => void
}

const INTERACTIVE = 'a, button, input, label, [role="menu"]'

/** A click beside the link counts as one on it, unless the user is selecting text. */
export function followRow(event: MouseEvent<HTMLElement>) {
  const target = event.target as Element
  if (target.closest(INTERACTIVE) || String(window.getSelection())) return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('a[data-row-link]')
  link?.dispatchEvent(new window.MouseEvent('click', event.nativeEvent))
}

/** Where a text stands that a narrow column cuts off. */
const CUTTING = 'td > div, .mantine-Badge-label'

/** The mouse on what is cut off tells the whole of it. */
function tellWhole({ target }: SyntheticEvent) {
  const text = (target as Element).closest<HTMLElement>(CUTTING)
  if (text) text.title = text.scrollWidth > text.clientWidth ? (text.textContent ?? '') : ''
}

/** Drawn again only when something about this row has changed: there may be a hundred of them. */
export const DataTableRow = memo(Row) as typeof Row

function Row<T extends { id: string }>(props: RowProps<T>) {
  const { row, label, to, columns, selected, onToggle, deleting, peeked, onMenu } = props
  const { t } = useTranslation()
  return (
    <tr
      data-row={row.id}
      data-deleting={deleting || undefined}
      data-selected={selected || undefined}
      data-peeked={peeked || undefined}
      tabIndex={-1}
      className={classes.row}
      onClick={followRow}
      onPointerOver={tellWhole}
      onContextMenu={(event: MouseEvent<HTMLElement>) => {
        if (!onMenu) return
        event.preventDefault()
        onMenu(row, menuPlace(event.currentTarget, event))
      }}
    >
      {onToggle && (
        <td className={classes.check}>
          <Checkbox
            size="xs"
            data-row-check
            aria-label={t('table.selectRow', { row: label })}
            checked={selected}
            onChange={(event) => onToggle(row.id, event)}
          />
        </td>
      )}
      <Cells row={row} columns={columns} to={to} label={label} onMenu={onMenu} />
    </tr>
  )
}

type CellsProps<T extends { id: string }> = Pick<RowProps<T>, 'row' | 'columns' | 'to' | 'label' | 'onMenu'>

/** Apart, since none of them changes when all rows are selected. */
const Cells = memo(RowCells) as typeof RowCells

function RowCells<T extends { id: string }>({ row, columns, to, label, onMenu }: CellsProps<T>) {
  return (
    <>
      {columns.map((column) => (
        <td
          key={column.id}
          className={clsx(
            classes.cell,
            column.align === 'right' && classes.right,
            column.main && classes.main,
          )}
        >
          <div className={classes.line}>
            {column.main && to ? (
              <RowLink to={to} className={classes.link}>
                {column.cell(row)}
              </RowLink>
            ) : (
              column.cell(row)
            )}
          </div>
          <Below className={classes.below}>{column.below?.(row)}</Below>
        </td>
      ))}
      {onMenu && (
        <td className={classes.menu}>
          <RowMenuButton label={label} onOpen={(place) => onMenu(row, place)} />
        </td>
      )}
    </>
  )
}

export function RowMenuButton({ label, onOpen }: { label: string; onOpen(place: MenuPlace): void }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      data-row-menu
      aria-haspopup="menu"
      aria-label={t('table.rowMenu', { row: label })}
      onClick={(event) => onOpen(menuPlace(event.currentTarget))}
    >
      <IconDots size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
