import clsx from 'clsx'
import type { Column } from 'react-data-grid'
import { CellEditor } from './CellEditor'
import { writeStep } from './ladder'
import classes from './PriceGrid.module.css'
import { type Cell, isSame, isUnread, type Notation, writeCell } from './price'
import { LADDER_KEY, type RowView } from './row-views'
import { type Band, LADDER, type Sheet, type Step, type ZoneColumn } from './sheet'

const LADDER_WIDTH = 112
const ZONE_WIDTH = 104

type Options = {
  zones: readonly ZoneColumn[]
  saved: Sheet
  notation: Notation
  readOnly: boolean
  /** Head of the ladder: 'Up to (kg)'. */
  ladder: string
  /** Name of the input of a cell. */
  labelOf(zone: string, step: string): string
}

/** One column for the ladder, which stays in sight, and one for each zone. */
export function gridColumns(options: Options): Column<RowView>[] {
  const bands = new Map(options.saved.bands.map((band) => [band.key, band]))
  const places = new Map(options.saved.zones.map(({ key }, at) => [key, at]))
  return [
    ladderColumn(options, bands),
    ...options.zones.map((zone, col) =>
      zoneColumn(options, zone, col, (band) => {
        const place = places.get(zone.key)
        return place === undefined ? undefined : bands.get(band.key)?.cells[place]
      }),
    ),
  ]
}

function ladderColumn(
  { notation, readOnly, ladder, labelOf }: Options,
  saved: ReadonlyMap<string, Band>,
): Column<RowView> {
  return {
    key: LADDER_KEY,
    name: ladder,
    width: LADDER_WIDTH,
    frozen: true,
    headerCellClass: classes.ladderHead,
    editable: !readOnly,
    cellClass: (view) =>
      clsx(
        classes.ladder,
        cellClass(view, LADDER, LADDER_KEY, {
          isUnread: isUnread(view.band.upTo),
          isChanged: !isSameStep(saved.get(view.band.key)?.upTo, view.band.upTo),
        }),
      ),
    renderCell: ({ row }) => writeStep(row.band.upTo, notation),
    renderEditCell: readOnly
      ? undefined
      : (props) => (
          <CellEditor
            {...props}
            col={LADDER}
            text={writeStep(props.row.band.upTo, notation)}
            label={labelOf(ladder, '')}
          />
        ),
  }
}

const isSameStep = (a: Step | undefined, b: Step) => a === b

function zoneColumn(
  { notation, readOnly, labelOf }: Options,
  zone: ZoneColumn,
  col: number,
  savedCell: (band: Band) => Cell | undefined,
): Column<RowView> {
  const cellOf = ({ band }: RowView) => band.cells[col] ?? null
  return {
    key: zone.key,
    name: zone.code,
    width: ZONE_WIDTH,
    resizable: true,
    editable: !readOnly,
    headerCellClass: classes.head,
    cellClass: (view) =>
      cellClass(view, col, zone.key, {
        isUnread: isUnread(cellOf(view)),
        isChanged: !isSame(savedCell(view.band) ?? null, cellOf(view)),
      }),
    renderCell: ({ row }) => {
      const text = writeCell(cellOf(row), notation)
      return text === '' ? <span className={classes.none}>–</span> : text
    },
    renderEditCell: readOnly
      ? undefined
      : (props) => (
          <CellEditor
            {...props}
            col={col}
            text={writeCell(cellOf(props.row), notation)}
            label={labelOf(zone.code, writeStep(props.row.band.upTo, notation))}
          />
        ),
  }
}

type Look = { isUnread: boolean; isChanged: boolean }

/** A cell that cannot be read or has a finding is marked by colour and by a corner, a changed one by its corner. */
function cellClass({ left, right, marks }: RowView, col: number, key: string, look: Look) {
  const isSelected = left !== undefined && right !== undefined && col >= left && col <= right
  const severity = look.isUnread ? 'error' : marks?.get(key)?.severity
  return clsx(
    classes.cell,
    isSelected && classes.selected,
    severity === 'error' && classes.error,
    severity === 'warning' && classes.warning,
    look.isChanged && classes.changed,
  )
}
