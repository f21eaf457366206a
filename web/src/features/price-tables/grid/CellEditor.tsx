import type { RenderEditCellProps } from 'react-data-grid'
import classes from './PriceGrid.module.css'
import type { RowView } from './row-views'

type CellEditorProps = RenderEditCellProps<RowView> & { col: number; text: string; label: string }

/** The first key replaces the text. */
function focused(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

/** The text of one cell. Enter and Tab take it, Escape leaves the cell as it was. */
export function CellEditor({ row, col, text, label, onRowChange, onClose }: CellEditorProps) {
  return (
    <input
      className={classes.editor}
      ref={focused}
      aria-label={label}
      inputMode="decimal"
      maxLength={60}
      value={row.change && 'text' in row.change ? row.change.text : text}
      onChange={(event) => onRowChange({ ...row, change: { col, text: event.currentTarget.value } })}
      onBlur={() => onClose(true, false)}
    />
  )
}
