import { Alert, Anchor, Skeleton } from '@mantine/core'
import type { FormValidateInput } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import clsx from 'clsx'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { ResourcePage } from '@/ui/ResourcePage'
import { FIRST_PANEL } from './first-panel'
import classes from './RecordForm.module.css'
import { ScreenFailure } from './ScreenFailure'

type Kept = { id: string; version: number; can: { update: boolean } }
type Values = Record<string, unknown> & { version?: number }

/** The record as its generated hook answers, with `freshly(id)`. */
type Result<T> = {
  data: { data: T } | undefined
  error: unknown
  isFetching: boolean
  isFetchedAfterMount: boolean
  refetch(): Promise<{ data: { data: T } | undefined; error: unknown }>
}

type Lookup = { data: unknown; error: unknown; isFetching: boolean; refetch(): unknown }

type RecordFormProps<T extends Kept, V extends Values> = {
  /** Names the draft: 'package'. */
  name: string
  /** The record to change; none to create one. */
  id: string | undefined
  result: Result<T>
  /** Lookups without which the fields cannot be drawn. */
  lookups?: Lookup[]
  /** The title of a new record, and of one that is not loaded yet. */
  title: string
  /** One line under the title of a new record. */
  text?: string
  nameOf(record: T): string
  /** Beside the title of a record: its badge. */
  aside?(record: T): ReactNode
  /** The buttons of a record; `onChanged` takes the record that a button has changed. */
  action?(record: T, onChanged: (record: T) => void): ReactNode
  /** Content beside the form, such as the record's shipments. */
  beside?(record: T): ReactNode
  /** Tabs above the form with what belongs to the record; the form is the first of them. */
  tabs?(record: T): ReactNode
} & Omit<OpenedProps<T, V>, 'handle' | 'record' | 'newest'>

/** Takes the record that a button of the page has changed; what was typed stays. */
type Handle<T> = { rebase(record: T): void }

type OpenedProps<T extends Kept, V extends Values> = {
  name: string
  handle: Ref<Handle<T>>
  record: T | undefined
  newest(): Promise<T>
  empty(): V
  valuesOf(record: T): V
  validate: FormValidateInput<V>
  /** Whether its reader may save it; `can.update` decides when absent. */
  isOpen?(record: T): boolean
  /** Why a record that has states cannot be changed now, and what must be done first; its page has the buttons. */
  whyClosed?(record: T): string | undefined
  /** Creates, or updates the record that `kept` names. */
  save(values: V, kept: { id: string; version: number } | undefined): Promise<{ data: T }>
  /** Brings the cached queries up to date. */
  refresh(queryClient: QueryClient, saved: T): void
  /** Verb of the main button, and the words once it is done; 'Save', and what a record of any kind says, when absent. */
  submitLabel?: string
  savedText?: string
  /** Where the form leads, once the record is saved; and on Cancel. */
  leaveTo(saved: T | undefined): string
  children(fields: TiedFields<V>): ReactNode
}

/** Creates or changes a record: one page, from the skeleton to the saved record. */
export function RecordForm<T extends Kept, V extends Values>(props: RecordFormProps<T, V>) {
  const { id, result, lookups = [], title, text, nameOf, aside, action, beside, tabs, ...form } = props
  const { t } = useTranslation()
  const handle = useRef<Handle<T>>(null)
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const isElsewhere = tabs !== undefined && tab !== undefined
  // A form opens with the record as it is now, not as a page showed it a while ago.
  const record = result.isFetchedAfterMount ? result.data?.data : undefined
  const isReady = (id === undefined || record) && lookups.every(({ data }) => data !== undefined)
  const failed = [result, ...lookups].find(({ error }) => error)

  async function newest() {
    const { data, error } = await result.refetch()
    if (error || !data) throw error
    return data.data
  }

  return (
    <ResourcePage
      // The head comes with the form: a long name or a button makes it higher and would move what stands below it.
      title={isReady && record ? nameOf(record) : title}
      text={id === undefined ? text : undefined}
      aside={isReady && record && aside?.(record)}
      action={isReady && record && action?.(record, (changed) => handle.current?.rebase(changed))}
      width={beside && id ? 'full' : 'form'}
    >
      {isReady && (
        <div className={clsx(beside && record && classes.beside)} data-wide={isElsewhere || undefined}>
          <div>
            {record && tabs?.(record)}
            {/* What was typed stays while another tab is open. */}
            <div {...(record && tabs && FIRST_PANEL)} hidden={isElsewhere}>
              <Opened {...form} handle={handle} record={record} newest={newest} />
            </div>
          </div>
          {record && !isElsewhere && beside?.(record)}
        </div>
      )}
      {!isReady && failed && <ScreenFailure title={t('record.failed')} result={failed} />}
      {!isReady && !failed && <Skeleton h="60vh" radius="md" />}
    </ResourcePage>
  )
}

function Opened<T extends Kept, V extends Values>(props: OpenedProps<T, V>) {
  const {
    name,
    handle,
    record,
    newest,
    empty,
    valuesOf,
    validate,
    isOpen,
    whyClosed,
    save,
    refresh,
    leaveTo,
    children,
  } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [initial] = useState(() => (record ? valuesOf(record) : empty()))
  const readOnly = record !== undefined && !(isOpen ? isOpen(record) : record.can.update)
  const leave = (saved?: T) => void navigate({ href: leaveTo(saved) })
  const model = useResourceForm<V, T>({
    name: record ? `${name}-${record.id}` : name,
    initial,
    validate,
    ...(record && { newest: async () => valuesOf(await newest()) }),
    submit: async (values) => {
      const kept = record && { id: record.id, version: values.version ?? record.version }
      return (await save(values, kept)).data
    },
    onSaved(saved) {
      refresh(queryClient, saved)
      // A form that stays open is about the record as it is now: with the version before, the next save is refused.
      if (record) model.restart(valuesOf(saved))
      notify.success(props.savedText ?? t(record ? 'record.changed' : 'record.created'))
      leave(saved)
    },
  })
  useImperativeHandle(handle, () => ({ rebase: (changed) => model.rebase(valuesOf(changed)) }))
  const fields = useTiedFields(model.form)
  return (
    <ResourceForm
      model={model}
      submitLabel={props.submitLabel ?? t('record.save')}
      onCancel={() => leave()}
      readOnly={readOnly}
    >
      {record && readOnly && <ClosedNotice reason={whyClosed?.(record)} page={leaveTo(record)} />}
      <fieldset disabled={readOnly} style={{ display: 'contents' }}>
        {children(fields)}
      </fieldset>
    </ResourceForm>
  )
}

/** Why nothing can be typed, and the way to the page that has the next step. */
function ClosedNotice({ reason, page }: { reason: string | undefined; page: string }) {
  const { t } = useTranslation()
  if (!reason) return null
  return (
    <Alert mb="md" color="orange" icon={<IconLock aria-hidden />}>
      {reason}{' '}
      <Anchor component={AppLink} to={page} inherit>
        {t('record.toPage')}
      </Anchor>
    </Alert>
  )
}
