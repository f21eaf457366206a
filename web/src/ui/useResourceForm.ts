import { type FormValidateInput, useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, errorText } from '@/api/errors'
import { confirm } from './confirm'
import { clearDraft, readDraft, writeDraft } from './draft'

type Options<V extends Record<string, unknown>, R> = {
  /** Names the draft: 'shipment', or 'shipment-<id>-<version>' for one that exists. */
  name: string
  initial: V
  validate?: FormValidateInput<V>
  submit(values: V): Promise<R>
  onSaved(result: R): void
}

export type ResourceFormModel<V extends Record<string, unknown>> = ReturnType<
  typeof useResourceForm<V, unknown>
>

/** A form that loses nothing: server errors land in their fields, a draft outlives reload and crash. */
export function useResourceForm<V extends Record<string, unknown>, R>(options: Options<V, R>) {
  const { name, initial, validate, submit, onSaved } = options
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string>()
  /** Counts refusals; the error summary takes the focus at each. */
  const [refusals, setRefusals] = useState(0)
  const [draft, setDraft] = useState(() => readDraft<V>(name))
  const saved = useRef(false)

  const form = useForm<V>({
    initialValues: initial,
    validate,
    onValuesChange: (values) => writeDraft(name, values),
  })

  // The draft is laid over the initial values, so that the form knows it as a change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens
  useEffect(() => {
    if (draft) form.setValues({ ...initial, ...draft } as V)
  }, [])

  useBlocker({
    enableBeforeUnload: () => form.isDirty() && !saved.current,
    shouldBlockFn: async () => {
      if (!form.isDirty() || saved.current) return false
      const leave = await confirm({
        title: t('form.leaveTitle'),
        text: t('form.leaveText'),
        action: t('form.leave'),
      })
      return !leave
    },
  })

  const refuse = () => setRefusals((count) => count + 1)

  async function save(values: V) {
    setFailure(undefined)
    try {
      const result = await submit(values)
      saved.current = true
      clearDraft(name)
      onSaved(result)
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(errorText(error))
      refuse()
    }
  }

  return {
    form,
    failure,
    refusals,
    /** The reason of the last failure is out of the way. */
    clearFailure: () => setFailure(undefined),
    onSubmit: form.onSubmit(save, refuse),
    /** What was typed here before and not saved; undefined when the form started fresh. */
    restored: draft !== undefined,
    discardDraft() {
      clearDraft(name)
      setDraft(undefined)
      form.setValues(initial)
      form.resetDirty(initial)
    },
  }
}
