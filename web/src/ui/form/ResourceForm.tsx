import { Alert, Anchor, Button, Group, List } from '@mantine/core'
import { IconAlertCircle, IconHistory, IconRefresh } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/ui/dialogs/notify'
import classes from './ResourceForm.module.css'
import type { ResourceFormModel } from './useResourceForm'

type ResourceFormProps<V extends Record<string, unknown>> = {
  model: ResourceFormModel<V>
  /** The verb of the main button. */
  submitLabel: string
  /** The verb of a second button, which saves and goes on with another record. */
  againLabel?: string | undefined
  onCancel(): void
  /** The verb of the button that leaves, where it does not cancel. */
  cancelLabel?: string | undefined
  /** Shows the part of the form that has this field; for a form in parts. */
  onPick?: ((path: string) => unknown) | undefined
  /** Why it cannot be sent yet: something that it needs is on its way. */
  awaits?: string | undefined
  /** Nothing can be sent; the fields are disabled by whoever brings them. */
  readOnly?: boolean
  children: ReactNode
}

/** Enter in a choice picks an option, also when its list is only about to open. It never sends the form. */
function keepEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event
  const isChoice = target instanceof HTMLInputElement && target.getAttribute('aria-haspopup') === 'listbox'
  if (event.key === 'Enter' && isChoice && !event.ctrlKey && !event.metaKey) event.preventDefault()
}

/** Ctrl+S saves, as everywhere else. A dialog's form comes after the one of its page. */
function useSaveKey(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      const last = [...document.querySelectorAll<HTMLFormElement>('form[data-saves]')].at(-1)
      if (!last || last !== form.current) return
      event.preventDefault()
      last.requestSubmit()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [form])
}

export function ResourceForm<V extends Record<string, unknown>>(props: ResourceFormProps<V>) {
  const { model, submitLabel, againLabel, onCancel, cancelLabel, awaits, readOnly = false, children } = props
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  useSaveKey(form)
  return (
    <form
      ref={form}
      onSubmit={model.onSubmit}
      onKeyDown={keepEnter}
      noValidate
      className={classes.form}
      data-saves={(!readOnly && !awaits && !model.form.submitting) || undefined}
    >
      <DraftNotice model={model} />
      <ErrorSummary
        errors={model.form.errors}
        failure={model.failure}
        refusals={model.refusals}
        onPick={props.onPick}
      />
      {model.stale && <StaleNotice takeNewest={model.takeNewest} />}
      {children}
      {!readOnly && (
        <div className={classes.footer}>
          {awaits && (
            <p role="status" className={classes.awaits}>
              {awaits}
            </p>
          )}
          <Button variant="default" onClick={onCancel} disabled={model.form.submitting}>
            {cancelLabel ?? t('cancel')}
          </Button>
          {againLabel && (
            <Button
              variant="default"
              className={classes.again}
              onClick={model.saveAgain}
              disabled={model.form.submitting}
            >
              {againLabel}
            </Button>
          )}
          <Button type="submit" loading={model.form.submitting || awaits !== undefined}>
            {submitLabel}
          </Button>
        </div>
      )}
    </form>
  )
}

type NoticeProps = Pick<ResourceFormModel<never>, 'restored' | 'outdated' | 'keepDraft' | 'discardDraft'>

/** Notice of a restored draft; when others saved since, the choice between the two versions. */
function DraftNotice({ model }: { model: NoticeProps }) {
  const { t } = useTranslation()
  if (!model.restored) return null
  if (model.outdated) {
    return (
      <Alert mb="md" color="orange" icon={<IconHistory aria-hidden />} title={t('form.outdated')}>
        <p className={classes.notice}>{t('form.outdatedText')}</p>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={model.keepDraft}>
            {t('form.keepMine')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={model.discardDraft}>
            {t('form.takeTheirs')}
          </Button>
        </Group>
      </Alert>
    )
  }
  return (
    <Alert mb="md" icon={<IconHistory aria-hidden />} title={t('form.restored')}>
      <Group gap="xs">
        {t('form.restoredText')}
        <Button size="compact-sm" variant="default" onClick={model.discardDraft}>
          {t('form.discard')}
        </Button>
      </Group>
    </Alert>
  )
}

/** It was saved elsewhere first: that record with or without the changes made here. */
function StaleNotice({ takeNewest }: Pick<ResourceFormModel<never>, 'takeNewest'>) {
  const { t } = useTranslation()
  const [loading, setLoading] = useState(false)
  async function take(keepMine: boolean) {
    setLoading(true)
    try {
      await takeNewest(keepMine)
      if (keepMine) notify.info(t('form.stale.merged'))
    } catch (error) {
      notify.failure(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Alert mb="md" icon={<IconRefresh aria-hidden />} title={t('form.stale.title')}>
      <p className={classes.notice}>{t('form.stale.text')}</p>
      <Group gap="xs">
        <Button size="compact-sm" loading={loading} onClick={() => void take(true)}>
          {t('form.stale.keep')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={loading} onClick={() => void take(false)}>
          {t('form.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  )
}

type FormSectionProps = { title: string; text?: string; children: ReactNode }

/** A part of a form: what it is about on the left, its fields on the right. */
export function FormSection({ title, text, children }: FormSectionProps) {
  return (
    <div className={classes.room}>
      <fieldset className={classes.section}>
        <legend className={classes.legend}>{title}</legend>
        {text && <p className={classes.text}>{text}</p>}
        <div className={classes.fields}>{children}</div>
      </fieldset>
    </div>
  )
}

type Problem = { path: string; text: ReactNode }

type ErrorSummaryProps = {
  errors: Record<string, ReactNode>
  failure: string | undefined
  refusals: number
  /** Shows the part of the form that has this field. */
  onPick?: ((path: string) => unknown) | undefined
}

/** All that keeps the form from being saved, each line leading to its field. Takes the focus on a refusal. */
export function ErrorSummary({ errors, failure, refusals, onPick }: ErrorSummaryProps) {
  const { t } = useTranslation()
  const [problems, setProblems] = useState<Problem[]>([])
  const box = useRef<HTMLDivElement>(null)

  // Only a refusal fills it: while somebody corrects the fields, it does not jump about.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the errors of that moment
  useEffect(() => {
    if (refusals === 0) return
    setProblems(
      Object.entries(errors)
        .map(([path, text]) => ({ path, text }))
        .sort((a, b) => placeOf(a.path, b.path)),
    )
  }, [refusals])

  // Once they are drawn: a frame may come before that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal lists its problems anew
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [problems])

  const labels = useLabels(problems)
  const open = problems.filter(({ path }) => errors[path])
  if (open.length === 0 && !failure) return null
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="red"
      mb="md"
      icon={<IconAlertCircle aria-hidden />}
      title={failure ?? t('form.problems', { count: open.length })}
    >
      {open.length > 0 && (
        <List size="sm">
          {open.map(({ path, text }) => (
            <List.Item key={path}>
              {/* The brand's colour need not be readable on the alert's red. */}
              <Anchor
                component="button"
                type="button"
                size="sm"
                c="inherit"
                ta="start"
                underline="always"
                className={classes.problem}
                onClick={() => (onPick && !fieldOf(path) ? onPick(path) : fieldOf(path)?.focus())}
              >
                {labels[path] ? `${labels[path]}: ` : null}
                {text}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

/** `@mantine/form` marks every input with its path. A dialog comes after the page, which can have a form, too. */
const fieldOf = (path: string) =>
  [...document.querySelectorAll<HTMLInputElement>(`[data-path="${CSS.escape(path)}"]`)].at(-1) ?? null

/** Names of the fields as they are now: another choice on the form can change them. */
function useLabels(problems: Problem[]) {
  const [labels, setLabels] = useState<Record<string, string | undefined>>({})
  // After every drawing: the names stand in the document.
  useLayoutEffect(() => {
    const now = Object.fromEntries(problems.map(({ path }) => [path, labelOf(fieldOf(path))]))
    if (problems.some(({ path }) => now[path] !== labels[path])) setLabels(now)
  })
  return labels
}

/** The order of the fields on the page; one that is not drawn comes last. */
function placeOf(path: string, other: string) {
  const [field, next] = [fieldOf(path), fieldOf(other)]
  if (!field || !next) return Number(!field) - Number(!next)
  return field.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

// Without the asterisk of one that is required.
const wordsOf = (label: Element | undefined) => label?.textContent?.replace(/\s*\*$/, '')

/** Name of the field; with its section if another field has the same name. */
function labelOf(field: HTMLInputElement | null) {
  const words = wordsOf(field?.labels?.[0])
  const labels = [...(field?.form?.querySelectorAll('label') ?? [])]
  if (labels.filter((label) => wordsOf(label) === words).length < 2) return words
  const section = field?.closest('fieldset')?.querySelector('legend')?.textContent
  return section ? `${section}, ${words}` : words
}
