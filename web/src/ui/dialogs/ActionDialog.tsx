import { Modal, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { DialogEnd } from './DialogEnd'
import { useOpened } from './overlay'

type Problems<V> = Partial<Record<keyof V & string, string>>

/** The values of a dialog, and what is wrong with them. */
export type DialogFields<V> = {
  values: V
  set<F extends keyof V & string>(field: F, value: V[F]): void
  /** The objection of the reader's side or of the server to a field. */
  problem(field: keyof V & string): string | undefined
}

type ActionDialogProps<V, T> = {
  opened: boolean
  onClose(): void
  title: string
  size?: 'md' | 'lg'
  /** The verb of the button: 'Assign to a run'. */
  action: string
  danger?: boolean
  /** Whoever decides has to read what is not there yet. */
  isLoading?: boolean
  initial: V
  /** Names what is missing, by field. */
  check?(values: V): Problems<V>
  /** Does it; a refusal of a field stands there, any other below them. */
  send(values: V): Promise<T>
  /** Takes what came of it. */
  onDone(done: T): void
  children: ReactNode | ((fields: DialogFields<V>) => ReactNode)
}

/** A few fields and one button that does something with a record. What was typed is gone with the dialog. */
export function ActionDialog<V extends object, T>({ opened, title, size, ...form }: ActionDialogProps<V, T>) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={form.onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <ActionForm {...form} />
    </Modal>
  )
}

type ActionFormProps<V, T> = Omit<ActionDialogProps<V, T>, 'opened' | 'title' | 'size'>

function ActionForm<V extends object, T>(props: ActionFormProps<V, T>) {
  const { onClose, action, danger, isLoading, initial, check, send, onDone, children } = props
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems<V>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useFirstProblem(problems)

  const fields: DialogFields<V> = {
    values,
    set(field, value) {
      setValues((before) => ({ ...before, [field]: value }))
      if (problems[field]) setProblems({ ...problems, [field]: undefined })
    },
    problem: (field) => problems[field],
  }

  async function goOn() {
    const missing = check?.(values) ?? {}
    setProblems(missing)
    if (Object.values(missing).some(Boolean)) return
    setBusy(true)
    setFailure(undefined)
    try {
      onDone(await send(values))
      onClose()
    } catch (error) {
      const texts = fieldTexts(error)
      const known = Object.entries(texts).filter(([field]) => field in values)
      if (known.length > 0) setProblems(Object.fromEntries(known) as Problems<V>)
      else setFailure(Object.values(texts)[0] ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void goOn()
      }}
    >
      <Stack>
        {typeof children === 'function' ? children(fields) : children}
        <DialogEnd
          failure={failure}
          action={action}
          busy={busy}
          onClose={onClose}
          disabled={isLoading}
          danger={danger}
        />
      </Stack>
    </form>
  )
}

/** The keyboard goes to the first field that is wrong; a field that was mended does not move it. */
function useFirstProblem(problems: object) {
  const form = useRef<HTMLFormElement>(null)
  const wrong = Object.values(problems).filter(Boolean).length
  const before = useRef(0)
  useEffect(() => {
    if (wrong > before.current) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    before.current = wrong
  }, [wrong])
  return form
}
