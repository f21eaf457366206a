import clsx from 'clsx'
import type { Key } from 'react'
import { type CellRendererProps, Cell as GridCell } from 'react-data-grid'
import classes from './PriceGrid.module.css'
import { isUnread } from './price'
import { LADDER_KEY, type RowView } from './row-views'

/** A cell that says whether it is selected and wrong, and extends the selection while the mouse is pressed. */
function priceCell(key: Key, props: CellRendererProps<RowView, unknown>, extend: () => void) {
  const { column, row, rowIdx, isCellActive, setActivePosition } = props
  const col = column.idx - 1
  const isLadder = column.key === LADDER_KEY
  const isSelected = row.left !== undefined && row.right !== undefined && col >= row.left && col <= row.right
  const isWrong =
    isUnread(isLadder ? row.band.upTo : (row.band.cells[col] ?? null)) ||
    row.marks?.get(column.key)?.severity === 'error'
  return (
    <GridCell
      key={key}
      {...props}
      role={isLadder ? 'rowheader' : 'gridcell'}
      aria-selected={isSelected || isCellActive}
      aria-invalid={isWrong || undefined}
      className={clsx(isCellActive && classes.active)}
      onMouseEnter={(event) => {
        if ((event.buttons & 1) === 0) return
        extend()
        setActivePosition({ rowIdx, idx: column.idx })
      }}
    />
  )
}

/** The renderers of a grid. The cells call `extend` before they move the end of the selection. */
export const cellRenderers = (extend: () => void) => ({
  renderCell: (key: Key, props: CellRendererProps<RowView, unknown>) => priceCell(key, props, extend),
})
