import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Question } from '@/ui/dialogs/confirm'
import type { MenuEntry } from '@/ui/table/columns'
import type { Bulk } from '@/ui/table/useBulkDialog'

/** A record that says what its reader can do with it now. */
export type Actionable = { id: string; can: Record<string, boolean> }

type Verb<T extends Actionable> = keyof T['can'] & string

/** What a dialog of an action is told. */
export type DialogState<Full> = { opened: boolean; onClose(): void; onChanged?(saved: Full): void }

/** Leads to an address; with `newTab`, also to a file. */
type Link<T> = { to(record: T): string; newTab?: boolean }

/** Begins something that reports by itself: a print, a batch. */
type Start<T> = { start(record: T): void }

/** Asks for more than yes or no, in a dialog of its own. */
type Dialog<T, Full> = { dialog(record: T, state: DialogState<Full>): ReactNode }

export type Asking = Pick<Question, 'title' | 'text' | 'ways'>

/** Changes the record after a question or with a reason, refreshes what shows it, and says that it is done. */
export type Change<T extends Actionable, Full> = {
  ask?(record: T): Asking
  /** Asks why; `label` names the field, `text` says who reads it. */
  reason?(record: T): { title: string; about?: ReactNode; label: string; text: string }
  run(record: T, reason: string): Promise<{ data: Full }>
  done(record: T, saved: Full): string
  /** The action that leads back; the message offers it. */
  undo?(record: T): Verb<T> | undefined
}

/** Deletes the record after a question, and leads to the list. */
export type Removal<T> = {
  ask(record: T): Asking
  remove(record: T): Promise<unknown>
  done(record: T): string
  /** What brings the record back, if something does; the message offers it. */
  restore?(record: T): (() => Promise<unknown>) | undefined
}

type Description<T extends Actionable> = {
  /** The permission in `can`; whoever sees the record can do an action without one. */
  verb?: Verb<T>
  /** What must hold besides. */
  when?(record: T): boolean
  label: string
  icon: Icon
  danger?: boolean
  /** A button of the page. The other actions of a page are in the menu beside its buttons. */
  button?: 'main' | 'plain'
  /** Why `can` forbids it. Without a reason it is not shown. */
  refused?(record: T): string | undefined
}

type Work<T extends Actionable, Full> = Link<T> | Start<T> | Dialog<T, Full> | Change<T, Full> | Removal<T>

export type Action<T extends Actionable, Full> = Description<T> & Work<T, Full>

/**
 * One action of a feature, described once for the menu of a row, the buttons of the page and the palette. A list may
 * have a shorter record than the page: an action that needs the whole one is for the page only.
 */
export type RecordAction<Row extends Actionable, Full extends Row = Row> =
  | (Action<Row, Full> & { only?: 'list'; bulk?: Bulk<Row> })
  | (Action<Full, Full> & { only: 'page' })

export type Entry = Exclude<MenuEntry, 'divider'>

/** The action as an entry of a menu; nothing where it cannot be done and has no reason to show. */
export function entryOf<T extends Actionable, Full>(
  action: Action<T, Full>,
  record: T,
  run: () => void,
): Entry | undefined {
  const { verb, when, label, icon, danger } = action
  const isAllowed = verb === undefined || record.can[verb] === true
  const refused = isAllowed ? undefined : action.refused?.(record)
  if ((!isAllowed && refused === undefined) || when?.(record) === false) return undefined
  const work = 'to' in action ? { to: action.to(record), newTab: action.newTab } : { run }
  return { label, icon, danger, refused, ...work }
}
