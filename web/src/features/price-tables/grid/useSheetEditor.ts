import { useBlocker } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '@/api/errors'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { clearDraft, readDraft, writeDraft } from '@/ui/form/draft'
import { historyOf, put, redone, undone } from './history'
import { applied, difference, isEmpty, type Patch, rising } from './patch'
import { countUnread, type Sheet } from './sheet'

/** A sheet as it is stored, with the version that the next change names. */
export type Saved = { sheet: Sheet; version: number }

type Options = {
  /** Names the draft. */
  name: string
  saved: Saved
  readOnly: boolean
  /** Sends the changes; answers the version of the record after them. */
  save(patch: Patch, version: number): Promise<number>
  /** The sheet as it is stored now. */
  newest(): Promise<Saved>
  onSaved?(): void
}

type Draft = { base: Saved; sheet: Sheet }

/** The sheet that was being edited, on what is stored now. */
function openDraft(name: string, saved: Saved): Sheet | undefined {
  const { base, sheet } = readDraft<Draft>(name) ?? {}
  if (!base || !sheet) return undefined
  return base.version === saved.version ? sheet : applied(saved.sheet, difference(base.sheet, sheet))
}

/** Edits a sheet with undo and redo, and sends what changed. A draft of it outlives reload and crash. */
export function useSheetEditor({ name, saved, readOnly, save, newest, onSaved }: Options) {
  const { t } = useTranslation()
  const [base, setBase] = useState(saved)
  const [draft] = useState(() => (readOnly ? undefined : openDraft(name, saved)))
  const [history, setHistory] = useState(() => historyOf(draft ?? saved.sheet))
  const [restored, setRestored] = useState(draft !== undefined)
  const [failure, setFailure] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const sheet = history.present
  const patch = useMemo(() => difference(base.sheet, sheet), [base, sheet])
  const unread = useMemo(() => countUnread(sheet), [sheet])
  const isDirty = !readOnly && (unread > 0 || !isEmpty(patch))

  useKeptDraft(name, base, sheet, readOnly ? undefined : isDirty)
  useLeaveGuard(isDirty)

  /** Opens the editor on what is stored, with the changes made here over it or without them. */
  async function take(keepMine: boolean) {
    const next = await newest()
    setHistory(historyOf(keepMine ? applied(next.sheet, patch) : next.sheet))
    setBase(next)
    setFailure(undefined)
    setRestored(false)
    if (keepMine) notify.info(t('form.stale.merged'))
  }

  async function send() {
    setSaving(true)
    setFailure(undefined)
    try {
      const version = await save(patch, base.version)
      const next = rising(sheet)
      setBase({ sheet: next, version })
      setHistory((before) => (before.present === sheet ? put(before, next) : before))
      setRestored(false)
      onSaved?.()
      return true
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  return {
    sheet,
    saved: base.sheet,
    patch,
    unread,
    isDirty,
    saving,
    failure,
    /** Somebody else saved while this one was edited. */
    isStale: codeOf(failure) === 'stale_version',
    restored,
    change: (next: Sheet) => setHistory((before) => put(before, next)),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    discard() {
      setHistory((before) => put(before, base.sheet))
      setRestored(false)
      setFailure(undefined)
    },
    take,
    send,
  }
}

export type SheetEditor = ReturnType<typeof useSheetEditor>

/** Keeps the sheet while it has changes; nothing is kept of one that cannot be changed. */
function useKeptDraft(name: string, base: Saved, sheet: Sheet, isDirty: boolean | undefined) {
  useEffect(() => {
    if (isDirty === undefined) return
    if (isDirty) writeDraft(name, { base, sheet } satisfies Draft)
    else clearDraft(name)
  }, [name, base, sheet, isDirty])
}

/** Asks before a page with unsaved changes is left. */
function useLeaveGuard(isDirty: boolean) {
  const { t } = useTranslation()
  const dirty = useRef(isDirty)
  useEffect(() => {
    dirty.current = isDirty
  }, [isDirty])
  useBlocker({
    enableBeforeUnload: () => dirty.current,
    shouldBlockFn: async () => {
      if (!dirty.current) return false
      const leave = await confirm({
        title: t('form.leaveTitle'),
        text: t('form.leaveText'),
        action: t('form.leave'),
      })
      return !leave
    },
  })
}
