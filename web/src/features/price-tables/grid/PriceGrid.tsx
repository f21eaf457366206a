import 'react-data-grid/lib/styles.css'
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { DataGrid, type DataGridHandle } from 'react-data-grid'
import { useTranslation } from 'react-i18next'
import { gridColumns } from './columns'
import { onGridKey } from './grid-keys'
import { readStep, writeStep } from './ladder'
import { cellRenderers } from './PriceCell'
import classes from './PriceGrid.module.css'
import { type Notation, readCell, writeCell } from './price'
import { type Marks, makeViews, type RowView } from './row-views'
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
import type { GridSelection } from './useSelection'

export type PriceGridHandle = { goTo(place: Place): void }

export type PriceGridProps = {
  handle: Ref<PriceGridHandle>
  label: string
  sheet: Sheet
  /** As it was saved last, for the marks of changes. */
  saved: Sheet
  notation: Notation
  marks: Marks
  readOnly: boolean
  selection: GridSelection
  onChange(sheet: Sheet): void
  onPaste(at: Place, rows: string[][]): void
  undo(): void
  redo(): void
}

/** More rows than this scroll. */
const SHORT = 12

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
      return edited(before, {
        ...NO_EDITS,
        steps: [{ row, step: readStep(change.text, notation.unit, notation.mark) }],
      })
    }
    const cell = readCell(change.text, notation, band.cells[col] ?? null)
    return edited(before, { ...NO_EDITS, cells: [{ row, col, cell }] })
  }, sheet)
}

/** The prices of a version: weights down, zones across. It draws what is in sight, so 10,000 cells are no burden. */
export default function PriceGrid(props: PriceGridProps) {
  const { handle, label, sheet, saved, notation, marks, readOnly, selection, onChange, onPaste } = props
  const { t } = useTranslation('price-tables')
  const grid = useRef<DataGridHandle>(null)
  const [views] = useState(makeViews)
  const { extend } = selection
  const renderers = useMemo(() => cellRenderers(() => extend(true)), [extend])
  const { zones } = sheet
  const columns = useMemo(
    () =>
      gridColumns({
        zones,
        saved,
        notation,
        readOnly,
        ladder: t('grid.upTo', { unit: notation.unit }),
        labelOf: (zone, step) => (step === '' ? zone : t('grid.cell', { zone, weight: step })),
      }),
    [zones, saved, notation, readOnly, t],
  )
  const rows = views(sheet, selection.range, marks)
  const { range } = selection

  function goTo({ row, col }: Place) {
    grid.current?.setActivePosition({ rowIdx: row, idx: col + 1 }, { shouldFocus: true })
  }
  useImperativeHandle(handle, () => ({ goTo }))

  function move(byRows: number, byColumns: number) {
    const { row, col } = selection.head ?? { row: 0, col: 0 }
    const bounded = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
    goTo({
      row: bounded(row + byRows, 0, sheet.bands.length - 1),
      col: bounded(col + byColumns, LADDER, zones.length - 1),
    })
  }

  const clear = () => range && onChange(edited(sheet, cleared(range)))

  return (
    // Cut is no event of the grid.
    <div
      onCut={(event) => {
        if (!range || readOnly || event.target instanceof HTMLInputElement) return
        event.clipboardData.setData('text/plain', writeTsv(textsOf(sheet, range, notation)))
        event.preventDefault()
        clear()
      }}
    >
      <DataGrid
        ref={grid}
        aria-label={label}
        className={classes.grid}
        data-testid="price-grid"
        columns={columns}
        rows={rows}
        rowKeyGetter={({ band }) => band.key}
        rowHeight={30}
        headerRowHeight={34}
        style={sheet.bands.length <= SHORT ? { blockSize: 36 + 30 * sheet.bands.length + 16 } : undefined}
        renderers={renderers}
        onRowsChange={(next, { indexes }) =>
          onChange(
            taken(
              sheet,
              indexes.flatMap((index) => next[index] ?? []),
              notation,
            ),
          )
        }
        onCellMouseDown={(_, event) => selection.extend(event.shiftKey)}
        onActivePositionChange={({ rowIdx, column }) => {
          if (column) selection.moved({ row: rowIdx, col: column.idx - 1 })
        }}
        onCellKeyDown={(args, event) =>
          onGridKey(
            args,
            event,
            {
              undo: props.undo,
              redo: props.redo,
              clear,
              fillDown: () => range && onChange(edited(sheet, filledDown(sheet, range))),
              selectAll: selection.all,
              selectLine: (line) => selection.line(line),
              extend: selection.extend,
              move,
            },
            readOnly,
          )
        }
        onCellCopy={(_, event) => {
          if (!range) return
          event.clipboardData.setData('text/plain', writeTsv(textsOf(sheet, range, notation)))
          event.preventDefault()
        }}
        // The grid would open an editor; what is pasted is read by us.
        onCellPaste={({ row }, event) => {
          const text = event.clipboardData.getData('text/plain')
          if (text !== '' && !readOnly && range) onPaste({ row: range.top, col: range.left }, readTsv(text))
          return row
        }}
        onFill={
          readOnly
            ? undefined
            : ({ columnKey, sourceRow, targetRow }) => {
                const col = zones.findIndex(({ key }) => key === columnKey)
                if (col < 0) return targetRow
                return { ...targetRow, change: { col, cell: sourceRow.band.cells[col] ?? null } }
              }
        }
      />
    </div>
  )
}
