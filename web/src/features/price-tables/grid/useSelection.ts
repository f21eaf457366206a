import { useCallback, useMemo, useRef, useState } from 'react'
import { LADDER, type Place, type Range, rangeOf, type Sheet } from './sheet'

/** Where the selection began, and where it is now. */
type Selection = { anchor: Place; head: Place }

/** The selected range. Shift and the pressed mouse extend it from where it began. */
export function useSelection(sheet: Sheet) {
  const [selection, setSelection] = useState<Selection>()
  const extending = useRef(false)
  const [bottom, right] = [sheet.bands.length - 1, sheet.zones.length - 1]

  const extend = useCallback((on: boolean) => {
    extending.current = on
  }, [])
  const range = useMemo((): Range | undefined => {
    if (!selection || bottom < 0) return undefined
    const found = rangeOf(selection.anchor, selection.head)
    return {
      ...found,
      top: Math.min(found.top, bottom),
      bottom: Math.min(found.bottom, bottom),
      right: Math.min(found.right, right),
    }
  }, [selection, bottom, right])

  return {
    range,
    head: selection?.head,
    /** The next change of the active cell extends the range. */
    extend,
    moved(place: Place) {
      // The head of a column stands for the whole of it.
      if (place.row < 0) {
        setSelection({ anchor: { row: 0, col: place.col }, head: { row: bottom, col: place.col } })
        return
      }
      const keepsAnchor = extending.current
      setSelection((before) => ({ anchor: keepsAnchor && before ? before.anchor : place, head: place }))
    },
    /** Selects a range; the active cell is its first. */
    select: ({ top, left, bottom, right: last }: Range) =>
      setSelection({ anchor: { row: bottom, col: last }, head: { row: top, col: left } }),
    /** The whole row or column of where the selection is. */
    line(line: 'row' | 'column') {
      const { row, col } = selection?.head ?? { row: 0, col: 0 }
      if (line === 'row') setSelection({ anchor: { row, col: LADDER }, head: { row, col: right } })
      else setSelection({ anchor: { row: 0, col }, head: { row: bottom, col } })
    },
    all: () => setSelection({ anchor: { row: 0, col: LADDER }, head: { row: bottom, col: right } }),
  }
}

export type GridSelection = ReturnType<typeof useSelection>
