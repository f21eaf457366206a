import type { ClipboardEvent } from 'react'
import type {
  CellKeyboardEvent,
  CellKeyDownArgs,
  CellMouseArgs,
  CellMouseEvent,
  FillEvent,
  PositionChangeArgs,
  RowsChangeData,
} from 'react-data-grid'
import { onGridKey } from './grid-keys'
import { readStep, writeStep } from './ladder'
import type { PriceGridProps } from './PriceGrid'
import { type Notation, readCell, writeCell } from './price'
import type { RowView } from './row-views'
import {
  cleared,
  edited,
  filledDown,
  LADDER,
  NO_EDITS,
  type Place,
  type Range,
  type Sheet,
  span,
} from './sheet'
import { readTsv, writeTsv } from './tsv'

/** Texts of a range, as they are copied. */
const textsOf = ({ bands }: Sheet, { top, bottom, left, right }: Range, notation: Notation) =>
  span(top, bottom).map((row) =>
    span(left, right).map((col) => {
      const band = bands[row]
      if (!band) return ''
      return col === LADDER ? writeStep(band.upTo, notation) : writeCell(band.cells[col] ?? null, notation)
    }),
  )

/** The sheet with what was typed or filled into rows of the grid. */
function taken(sheet: Sheet, views: readonly RowView[], notation: Notation): Sheet {
  return views.reduce((before, { row, band, change }) => {
    if (!change) return before
    const { col } = change
    if ('cell' in change) return edited(before, { ...NO_EDITS, cells: [{ row, col, cell: change.cell }] })
    if (col === LADDER) {
      const step = readStep(change.text, notation.unit, notation.mark)
      return edited(before, { ...NO_EDITS, steps: [{ row, step }] })
    }
    const cell = readCell(change.text, notation, band.cells[col] ?? null)
    return edited(before, { ...NO_EDITS, cells: [{ row, col, cell }] })
  }, sheet)
}

/** Reactions of the grid to keys, the mouse and the clipboard. */
export function gridEvents(props: PriceGridProps, goTo: (place: Place) => void) {
  const { sheet, notation, readOnly, selection, onChange, onPaste } = props
  const { range } = selection
  const clear = () => range && onChange(edited(sheet, cleared(range)))

  function move(byRows: number, byColumns: number) {
    const { row, col } = selection.head ?? { row: 0, col: 0 }
    const bounded = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
    goTo({
      row: bounded(row + byRows, 0, sheet.bands.length - 1),
      col: bounded(col + byColumns, LADDER, sheet.zones.length - 1),
    })
  }
  const commands = {
    undo: props.undo,
    redo: props.redo,
    clear,
    fillDown: () => range && onChange(edited(sheet, filledDown(sheet, range))),
    selectAll: selection.all,
    selectLine: selection.line,
    extend: selection.extend,
    move,
  }

  function copy(event: ClipboardEvent) {
    if (!range) return
    event.clipboardData.setData('text/plain', writeTsv(textsOf(sheet, range, notation)))
    event.preventDefault()
  }

  function fill({ columnKey, sourceRow, targetRow }: FillEvent<RowView>): RowView {
    const col = sheet.zones.findIndex(({ key }) => key === columnKey)
    if (col < 0) return targetRow
    return { ...targetRow, change: { col, cell: sourceRow.band.cells[col] ?? null } }
  }

  return {
    cut(event: ClipboardEvent) {
      if (!range || readOnly || event.target instanceof HTMLInputElement) return
      copy(event)
      clear()
    },
    ofGrid: {
      onRowsChange(next: RowView[], { indexes }: RowsChangeData<RowView>) {
        const views = indexes.flatMap((index) => next[index] ?? [])
        onChange(taken(sheet, views, notation))
      },
      onCellMouseDown: (_: CellMouseArgs<RowView>, event: CellMouseEvent) => selection.extend(event.shiftKey),
      onActivePositionChange({ rowIdx, column }: PositionChangeArgs<RowView>) {
        if (column) selection.moved({ row: rowIdx, col: column.idx - 1 })
      },
      onCellKeyDown: (args: CellKeyDownArgs<RowView>, event: CellKeyboardEvent) =>
        onGridKey(args, event, commands, readOnly),
      onCellCopy: (_: unknown, event: ClipboardEvent) => copy(event),
      // The grid would open an editor; what is pasted is read by us.
      onCellPaste({ row }: { row: RowView }, event: ClipboardEvent) {
        const text = event.clipboardData.getData('text/plain')
        if (text !== '' && !readOnly && range) onPaste({ row: range.top, col: range.left }, readTsv(text))
        return row
      },
      onFill: readOnly ? undefined : fill,
    },
  }
}
