import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid'
import type { RowView } from './row-views'

export type Commands = {
  undo(): void
  redo(): void
  clear(): void
  fillDown(): void
  selectAll(): void
  /** Selects the whole row or column of the active cell. */
  selectLine(line: 'row' | 'column'): void
  /** The next move extends the range. */
  extend(on: boolean): void
  /** Steps by rows and columns from the active cell, bounded by the grid. */
  move(rows: number, columns: number): void
}

const FAR = 1_000_000

const JUMPS: Record<string, [rows: number, columns: number] | undefined> = {
  ArrowUp: [-FAR, 0],
  ArrowDown: [FAR, 0],
  ArrowLeft: [0, -FAR],
  ArrowRight: [0, FAR],
}

/**
 * The keys of spreadsheets on top of those of the grid, which moves by arrows, pages, Home and End. Tab never comes here: it
 * leaves the grid.
 */
export function onGridKey(
  args: CellKeyDownArgs<RowView>,
  event: CellKeyboardEvent,
  commands: Commands,
  readOnly: boolean,
) {
  if (args.mode === 'EDIT') return onEditorKey(args, event, commands)
  commands.extend(event.shiftKey)
  const command = commandOf(event, commands, readOnly)
  if (!command) return
  event.preventGridDefault()
  event.preventDefault()
  command()
}

function onEditorKey(
  args: Extract<CellKeyDownArgs<RowView>, { mode: 'EDIT' }>,
  event: CellKeyboardEvent,
  commands: Commands,
) {
  commands.extend(false)
  if (event.key !== 'Enter') return
  event.preventGridDefault()
  event.preventDefault()
  args.onClose(true)
  commands.move(event.shiftKey ? -1 : 1, 0)
}

function commandOf(
  event: CellKeyboardEvent,
  commands: Commands,
  readOnly: boolean,
): (() => void) | undefined {
  const { key, shiftKey } = event
  const ctrl = event.ctrlKey || event.metaKey
  const jump = ctrl ? JUMPS[key] : undefined
  if (jump) return () => commands.move(...jump)
  if (key === ' ' && ctrl) return () => commands.selectLine('column')
  if (key === ' ' && shiftKey) return () => commands.selectLine('row')
  if (ctrl && key.toLowerCase() === 'a') return commands.selectAll
  if (readOnly) return undefined
  if (key === 'Delete' || key === 'Backspace') return commands.clear
  if (!ctrl) return undefined
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? commands.redo : commands.undo
    case 'y':
      return commands.redo
    case 'd':
      return commands.fillDown
  }
  return undefined
}
