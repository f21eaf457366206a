import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { onceOnline } from '@/ui/once-online'
import { type Bulk, useBulkDialog } from '@/ui/table/useBulkDialog'
import { markWhileDeleting } from './deleting-rows'
import {
  type Action,
  type Actionable,
  type Asking,
  type Change,
  type DialogState,
  type Entry,
  entryOf,
  type RecordAction,
  type Removal,
} from './record-actions'
import { showTruth } from './show-truth'

const ReasonDialog = lazy(() =>
  onceOnline(async () => ({ default: (await import('@/ui/dialogs/ReasonDialog')).ReasonDialog })),
)

type RecordActionsOptions<Row extends Actionable, Full extends Row> = {
  actions: RecordAction<Row, Full>[]
  /** Brings the cached queries up to date. */
  refresh(client: QueryClient, saved: Full): void
  /** What follows a deletion: the list to refresh, and the page to go to. */
  deleted?: { refresh(client: QueryClient): unknown; leaveTo: string }
  /** Takes the changed record, such as a form that shows it. */
  onChanged?(saved: Full): void
}

type PageEntries = { plain: Entry[]; main: Entry[]; more: Entry[] }

export type RecordActions<Row extends Actionable, Full extends Row = Row> = ReturnType<
  typeof useRecordActions<Row, Full>
>

/**
 * The actions of a record for its readers: they ask, run, refresh and report. `bulk` are those for the chosen rows of a
 * list. `dialog` stands in the page.
 */
export function useRecordActions<Row extends Actionable, Full extends Row = Row>(
  options: RecordActionsOptions<Row, Full>,
) {
  const { begin, dialog } = useBegin(options)
  const ofList = options.actions.filter(({ only }) => only !== 'page') as (Action<Row, Full> & {
    bulk?: Bulk<Row>
  })[]
  const ofPage = options.actions.filter(({ only }) => only !== 'list') as Action<Full, Full>[]

  const bulkDialog = useBulkDialog(ofList)

  /** The menu of a row. */
  const menu = (row: Row): Entry[] =>
    ofList.map((action) => entryOf(action, row, () => begin(action, row))).filter((entry) => !!entry)

  const entriesOf = (record: Full, button: Action<Full, Full>['button']) =>
    ofPage
      .filter((action) => action.button === button)
      .map((action) => entryOf(action, record, () => begin(action, record)))
      .filter((entry) => !!entry)

  /** The buttons of the page and the menu beside them. The first plain button of the array stands next to the main one. */
  const page = (record: Full): PageEntries => ({
    plain: entriesOf(record, 'plain').reverse(),
    main: entriesOf(record, 'main'),
    more: entriesOf(record, undefined),
  })

  return {
    menu,
    page,
    /** Begins the action of a verb: for a menu about another record, such as the shipment of a request. */
    begin(verb: keyof Row['can'], row: Row) {
      const action = ofList.find((one) => one.verb === verb)
      if (action) begin(action, row)
    },
    bulk: bulkDialog.bulk,
    dialog: (
      <>
        {dialog}
        {bulkDialog.dialog}
      </>
    ),
  }
}

/** Begins an action by what it needs: a dialog, a question, or nothing. */
function useBegin<Row extends Actionable, Full extends Row>(options: RecordActionsOptions<Row, Full>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { open, dialog } = useDialog<Full>()
  const { actions, refresh, deleted, onChanged } = options
  const runOnce = useRunning()

  function report<T extends Row>(action: Change<T, Full>, before: T, saved: Full) {
    const text = action.done(before, saved)
    const verb = action.undo?.(before)
    const back = verb && actions.find((one) => one.verb === verb)
    if (back && 'run' in back) notifyUndo(text, () => change(back as Change<Full, Full>, saved))
    else notify.success(text)
  }

  async function save<T extends Row>(action: Change<T, Full>, record: T, reason: string) {
    const { data } = await action.run(record, reason).catch(showTruth(client))
    refresh(client, data)
    onChanged?.(data)
    return data
  }

  async function change<T extends Row>(action: Change<T, Full>, record: T, reason = '') {
    report(action, record, await save(action, record, reason))
  }

  async function askAndChange<T extends Row>(
    action: Action<T, Full> & Change<T, Full>,
    record: T,
    asking: Asking,
  ) {
    let saved: Full | undefined
    const question = { ...asking, action: action.label, danger: action.danger }
    await confirm({
      ...question,
      run: async () => {
        saved = await save(action, record, '')
      },
    })
    if (saved) report(action, record, saved)
  }

  async function askAndRemove<T extends Row>(action: Action<T, Full> & Removal<T>, record: T) {
    const question = { ...action.ask(record), action: action.label, danger: action.danger }
    const remove = () => action.remove(record).catch(showTruth(client))
    if (!(await confirm({ ...question, run: () => markWhileDeleting(record.id, remove) }))) return
    void deleted?.refresh(client)
    const restore = action.restore?.(record)
    if (restore) notifyUndo(action.done(record), () => restore().then(() => deleted?.refresh(client)))
    else notify.success(action.done(record))
    if (deleted) void navigate({ href: deleted.leaveTo })
  }

  function begin<T extends Row>(action: Action<T, Full>, record: T) {
    const key = `${action.label} ${record.id}`
    if ('start' in action) action.start(record)
    else if ('dialog' in action)
      open({ key, show: (state) => action.dialog(record, { ...state, onChanged }) })
    else if ('remove' in action) void askAndRemove(action, record)
    else if ('run' in action && action.reason) {
      const asked = { ...action.reason(record), action: action.label }
      const run = (reason: string) => change(action, record, reason)
      open({ key, show: (state) => <ReasonDialog {...state} {...asked} run={run} /> })
    } else if ('run' in action && action.ask)
      askAndChange(action, record, action.ask(record)).catch(notify.failure)
    else if ('run' in action) runOnce(key, () => change(action, record))
  }

  return { begin, dialog }
}

/** Runs what does not run yet: the second click of a double click comes before the page shows what the first one changed. */
function useRunning() {
  const running = useRef(new Set<string>())
  return (key: string, run: () => Promise<unknown>) => {
    if (running.current.has(key)) return
    running.current.add(key)
    void run()
      .catch(notify.failure)
      .finally(() => running.current.delete(key))
  }
}

type Shown<Full> = { key: string; show(state: DialogState<Full>): ReactNode }

/** The dialog of the action that was begun last. It stays while it fades away. */
function useDialog<Full>() {
  const [shown, setShown] = useState<Shown<Full>>()
  const [opened, setOpened] = useState(false)
  return {
    open(next: Shown<Full>) {
      setShown(next)
      setOpened(true)
    },
    dialog: shown && (
      <Suspense key={shown.key}>{shown.show({ opened, onClose: () => setOpened(false) })}</Suspense>
    ),
  }
}
