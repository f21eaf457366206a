import { Skeleton } from '@mantine/core'
import { lazy, type RefObject, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onceOnline } from '@/ui/once-online'
import { EditorNotices, SaveBar } from './EditorNotices'
import { EmptyGrid } from './EmptyGrid'
import classes from './GridEditor.module.css'
import { GridToolbar } from './GridToolbar'
import { PlaceLine } from './PlaceLine'
import type { PriceGridHandle } from './PriceGrid'
import { ProblemList, useProblemText } from './ProblemList'
import type { Notation } from './price'
import { problemsOf, withProblems } from './problems'
import type { Marks } from './row-views'
import type { Place } from './sheet'
import { usePaste } from './usePaste'
import { useSelection } from './useSelection'
import type { SheetEditor } from './useSheetEditor'

const PriceGrid = lazy(() => onceOnline(() => import('./PriceGrid')))

type GridEditorProps = {
  label: string
  editor: SheetEditor
  notation: Notation
  /** Findings of the check. */
  marks: Marks
  readOnly: boolean
  /** Leads to a place of the grid. */
  handle: RefObject<PriceGridHandle | null>
  /** The place to begin at. */
  start: Place | undefined
}

/** The grid with its tools, what stands at the selected place, and what keeps it from being saved. */
export function GridEditor({ label, editor, notation, marks, readOnly, handle, start }: GridEditorProps) {
  const { t } = useTranslation('price-grid')
  const { sheet } = editor
  const selection = useSelection(sheet)
  const problemText = useProblemText()
  const problems = useMemo(() => problemsOf(sheet), [sheet])
  const all = useMemo(
    () => (problems.length === 0 ? marks : withProblems(marks, sheet, problems, problemText)),
    [marks, sheet, problems, problemText],
  )
  const paste = usePaste(editor, notation, selection.select)
  // A place that is asked for while the grid is still loading.
  const [asked, setAsked] = useState<Place>()
  const goTo = (place: Place) => (handle.current ? handle.current.goTo(place) : setAsked(place))
  const isEmpty = sheet.bands.length === 0 || sheet.zones.length === 0
  return (
    <>
      <EditorNotices editor={editor} />
      {!readOnly && (
        <div className={classes.bar}>
          <GridToolbar editor={editor} range={selection.range} />
          <SaveBar editor={editor} problems={problems.length} />
        </div>
      )}
      <ProblemList problems={problems} goTo={goTo} />
      {isEmpty ? (
        <EmptyGrid editor={editor} readOnly={readOnly} onPaste={paste} />
      ) : (
        <Suspense fallback={<Skeleton h="60dvh" radius="md" />}>
          <PriceGrid
            handle={handle}
            start={asked ?? start}
            label={label}
            sheet={sheet}
            saved={editor.saved}
            notation={notation}
            marks={all}
            readOnly={readOnly}
            selection={selection}
            onChange={editor.change}
            onPaste={paste}
            undo={editor.undo}
            redo={editor.redo}
          />
          <PlaceLine
            sheet={sheet}
            place={selection.head}
            notation={notation}
            marks={all}
            hint={readOnly ? undefined : t('grid.hint', { unit: notation.unit })}
          />
        </Suspense>
      )}
    </>
  )
}
