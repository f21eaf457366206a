import 'react-data-grid/lib/styles.css'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { DataGrid, type DataGridHandle } from 'react-data-grid'
import { useTranslation } from 'react-i18next'
import { gridColumns } from './columns'
import { gridEvents } from './grid-events'
import { cellRenderers } from './PriceCell'
import classes from './PriceGrid.module.css'
import type { Notation } from './price'
import { type Marks, makeViews } from './row-views'
import type { Place, Sheet } from './sheet'
import type { GridSelection } from './useSelection'

export type PriceGridHandle = { goTo(place: Place): void }

export type PriceGridProps = {
  handle: Ref<PriceGridHandle>
  /** The place that has the focus when the grid opens. */
  start: Place | undefined
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

/** The prices of a version: weights down, zones across. It draws what is in sight, so 10,000 cells are no burden. */
export default function PriceGrid(props: PriceGridProps) {
  const { handle, start, label, sheet, saved, notation, marks, readOnly, selection } = props
  const { t } = useTranslation('price-grid')
  const grid = useRef<DataGridHandle>(null)
  const [views] = useState(makeViews)
  const { extend, range } = selection
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

  function goTo({ row, col }: Place) {
    grid.current?.setActivePosition({ rowIdx: row, idx: col + 1 }, { shouldFocus: true })
  }
  useImperativeHandle(handle, () => ({ goTo }))
  const begin = useEffectEvent(goTo)
  useEffect(() => {
    if (start) begin(start)
  }, [start])

  /** Keys that the grid would not ask us about in its head. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.target instanceof HTMLInputElement) return
    // Tab leaves the grid, as in every grid of the ARIA practices; inside an editor it takes the text and goes on.
    if (event.key === 'Tab') event.stopPropagation()
    // The grid would go to its head, which never scrolls, instead of the first price.
    if (event.key === 'Home' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.stopPropagation()
      goTo({ row: 0, col: 0 })
    }
  }

  const events = gridEvents(props, goTo)
  return (
    // Cut is no event of the grid.
    <div onCut={events.cut} onKeyDownCapture={onKeyDown}>
      <DataGrid
        {...events.ofGrid}
        ref={grid}
        aria-label={label}
        className={classes.grid}
        columns={columns}
        rows={views(sheet, range, marks)}
        rowKeyGetter={({ band }) => band.key}
        rowHeight={30}
        headerRowHeight={34}
        style={sheet.bands.length <= SHORT ? { blockSize: 36 + 30 * sheet.bands.length + 16 } : undefined}
        renderers={renderers}
      />
    </div>
  )
}
