import { type FormValidateInput, useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, codeOf, errorText } from '@/api/errors'
import { confirm } from '@/ui/dialogs/confirm'
import { clearDraft, readDraft, writeDraft } from './draft'
import { mergeTyped } from './merge-typed'

type Options<V extends Record<string, unknown>, R> = {
  /** Names the draft: 'shipment', or 'shipment-<id>' for one that exists. */
  name: string
  /** A record that exists has its `version` here: a draft of another one is laid over what changed since. */
  initial: V
  validate?: FormValidateInput<V>
  submit(values: V): Promise<R>
  /** `again` when another record follows. */
  onSaved(result: R, again: boolean): void | Promise<void>
  /** Loads the values of the record as it is now, for the case that it was saved elsewhere first. */
  newest?(): Promise<V>
  /** Beginning of the addresses that show parts of this form: nothing is asked on the way between them. */
  within?: string
  /**
   * The form goes on with `initial` when that has another version, without being drawn anew under somebody's hands.
   * `telling`: others may have saved, so whoever has typed can choose. `silently`: nobody else saves this record.
   */
  follows?: 'telling' | 'silently'
}

export type ResourceFormModel<V extends Record<string, unknown>> = ReturnType<
  typeof useResourceForm<V, unknown>
>

/** The typed values, and the record they are based on. */
type Draft<V> = { base: V; typed: V }

/** The draft over what the record is now: what others changed since is not overwritten by what nobody typed. */
function openDraft<V extends Record<string, unknown>>(name: string, initial: V) {
  const { base, typed } = readDraft<Draft<V>>(name) ?? {}
  if (!base || !typed) return undefined
  const outdated = base.version !== initial.version
  return { values: outdated ? mergeTyped(base, typed, initial) : { ...initial, ...typed }, outdated }
}

/** A form that loses nothing: server errors land in their fields, a draft outlives reload and crash. */
export function useResourceForm<V extends Record<string, unknown>, R>(options: Options<V, R>) {
  const { name, initial, validate, submit, onSaved, newest, within, follows } = options
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string>()
  /** Counts refusals; the error summary takes the focus at each. */
  const [refusals, setRefusals] = useState(0)
  const [stale, setStale] = useState(false)
  const [draft, setDraft] = useState(() => openDraft(name, initial))
  const saved = useRef(false)
  const again = useRef(false)
  const sent = useRef<V>(undefined)

  const form = useForm<V>({
    initialValues: initial,
    validate,
    onValuesChange: (values) => writeDraft(name, { base: form.getInitialValues(), typed: values }),
  })

  // The draft is laid over the initial values, so that the form knows it as a change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens
  useEffect(() => {
    if (draft) form.setValues(draft.values)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version; a save brings its own
  useEffect(() => {
    if (!follows || form.submitting || initial.version === form.getInitialValues().version) return
    if (saved.current) return restart(initial)
    const isTold = follows === 'telling' && form.isDirty()
    rebase(initial)
    if (isTold) setDraft({ values: form.getValues(), outdated: true })
    setFailure(undefined)
    setStale(false)
  }, [initial.version])

  useBlocker({
    enableBeforeUnload: () => form.isDirty() && !saved.current,
    shouldBlockFn: async ({ current, next }) => {
      // Another tab of the same page leaves the form where it is.
      if (!form.isDirty() || saved.current || current.pathname === next.pathname) return false
      if (within && next.pathname.startsWith(within)) return false
      const leave = await confirm({
        title: t('form.leaveTitle'),
        text: t('form.leaveText'),
        action: t('form.leave'),
      })
      return !leave
    },
  })

  function refuse() {
    again.current = false
    setRefusals((count) => count + 1)
  }

  async function save(values: V) {
    setFailure(undefined)
    sent.current = values
    try {
      const result = await submit(values)
      saved.current = true
      clearDraft(name)
      const isAgain = again.current
      again.current = false
      await onSaved(result, isAgain)
    } catch (error) {
      reject(error)
    }
  }

  /** Shows why the record was not saved, or why what follows on saving was refused. */
  function reject(error: unknown) {
    setStale(newest !== undefined && codeOf(error) === 'stale_version')
    setFailure(applyServerErrors(form, error) ? t('failure.saving') : errorText(error))
    refuse()
  }

  /** Opens the form on `record`, with what was typed here over it. */
  function rebase(record: V) {
    if (!form.isDirty()) return restart(record)
    const merged = mergeTyped(form.getInitialValues(), form.getValues(), record)
    form.setInitialValues(record)
    form.setValues(merged)
  }

  /** Opens the form on `record` alone. */
  function restart(record: V) {
    saved.current = false
    setDraft(undefined)
    form.setInitialValues(record)
    form.setValues(record)
    form.resetDirty(record)
    clearDraft(name)
  }

  /** Opens the form on the record that was saved; what was typed since it was sent stays. */
  function goOn(record: V) {
    const typed = mergeTyped(sent.current ?? record, form.getValues(), record)
    restart(record)
    form.setValues(typed)
    if (!form.isDirty()) clearDraft(name)
  }

  /** Later changes are compared with the saved values; input since the save stays. */
  function settle(sent: V, known: Partial<V>) {
    form.resetDirty({ ...sent, ...known })
    // One by one: all at once would take the errors of the other fields away.
    for (const [field, value] of Object.entries(known)) form.setFieldValue(field as never, value as never)
    if (!form.isDirty()) clearDraft(name)
  }

  async function takeNewest(keepMine: boolean) {
    if (!newest) return
    const record = await newest()
    if (keepMine) rebase(record)
    else restart(record)
    setFailure(undefined)
    setStale(false)
  }

  return {
    form,
    failure,
    refusals,
    /** The record was saved elsewhere while this form was open. */
    stale,
    /** Offers the choice between the two versions, without taking the focus from whoever types. */
    meetConflict: () => setStale(true),
    takeNewest,
    rebase,
    goOn,
    settle,
    reject,
    /** Takes the refusal away, once its reason has gone. */
    clearFailure: () => setFailure(undefined),
    onSubmit: form.onSubmit(save, refuse),
    /** Saves, and says so to `onSaved`, which opens the form for another record. */
    saveAgain() {
      again.current = true
      form.onSubmit(save, refuse)()
    },
    restart,
    /** The restored draft; undefined when there was none. */
    restored: draft !== undefined,
    /** Somebody has saved the record since that was typed. */
    outdated: draft?.outdated ?? false,
    keepDraft: () => setDraft(undefined),
    discardDraft: () => restart(initial),
  }
}
