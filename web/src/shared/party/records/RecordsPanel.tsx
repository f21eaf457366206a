import { Button, Group, Modal, Paper, Skeleton, Text } from '@mantine/core'
import { type Icon, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './Records.module.css'

export type OwnedRecord = { id: string; can: { update: boolean; delete: boolean } }

type PanelResult<T> = {
  data: { data: T[] } | undefined
  error: unknown
  isFetching: boolean
  refetch(): unknown
}

type RecordsPanelProps<T extends OwnedRecord> = {
  result: PanelResult<T>
  icon: Icon
  words: { add: string; empty: string; emptyText: string }
  /** The grant that guards the call. */
  mayAdd: boolean | undefined
  nameOf(record: T): string
  /** Badges beside the name. */
  badges?(record: T): ReactNode
  /** Lines of text about a record; empty ones are left out. */
  lines(record: T): ReactNode[]
  /** Above the list, such as the address of the owner's record. */
  lead?: ReactNode
  /** The form of a record, or of a new one. */
  form(record: T | undefined, close: () => void): ReactNode
  remove(id: string): Promise<unknown>
  /** Brings the cached list up to date. */
  refresh(): Promise<unknown>
}

/** The records of one kind that belong to the record of the page, each with its form in a dialog. */
export function RecordsPanel<T extends OwnedRecord>(props: RecordsPanelProps<T>) {
  const { result, icon, words, mayAdd, lead } = props
  const [open, setOpen] = useState<T | 'new'>()
  const rows = result.data?.data
  if (!rows) {
    return result.error ? <Failure result={result} /> : <Skeleton h={160} radius="md" />
  }
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      {words.add}
    </Button>
  )
  return (
    <>
      {rows.length === 0 && !lead ? (
        <EmptyState icon={icon} title={words.empty} text={words.emptyText} action={add || undefined} />
      ) : (
        <>
          {add && (
            <Group justify="flex-end" mb="md">
              {add}
            </Group>
          )}
          <ul className={classes.list}>
            {lead}
            {rows.map((record) => (
              <Item key={record.id} {...props} record={record} onEdit={() => setOpen(record)} />
            ))}
          </ul>
        </>
      )}
      <FormDialog {...props} open={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

function Failure({ result }: { result: PanelResult<unknown> }) {
  const { t } = useTranslation()
  return <LoadFailure title={t('table.failed')} result={result} />
}

type ItemProps<T extends OwnedRecord> = RecordsPanelProps<T> & { record: T; onEdit(): void }

function Item<T extends OwnedRecord>(props: ItemProps<T>) {
  const { record, onEdit, nameOf, badges, lines, remove, refresh } = props
  const { t } = useTranslation('party-records')
  const name = nameOf(record)

  async function ask() {
    const isDone = await confirm({
      title: t('delete.title', { name }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      run: async () => {
        await remove(record.id)
        await refresh()
      },
    })
    if (isDone) notify.success(t('delete.done'))
  }

  return (
    <RecordCard name={name} badges={badges?.(record)} lines={lines(record)}>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!record.can.update}
          aria-label={t('editNamed', { name })}
          onClick={onEdit}
        >
          {t('edit')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!record.can.delete}
          aria-label={t('delete.title', { name })}
          onClick={() => void ask()}
        >
          {t('delete.action')}
        </Button>
      </Group>
    </RecordCard>
  )
}

type RecordCardProps = { name: string; badges?: ReactNode; lines: ReactNode[]; children?: ReactNode }

/** One record of the list. */
export function RecordCard({ name, badges, lines, children }: RecordCardProps) {
  return (
    <Paper component="li" withBorder radius="md" p="md" className={classes.item}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {badges}
      </Group>
      <div className={classes.lines}>
        {lines.filter(Boolean).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one card keep their places
          <span key={at}>{line}</span>
        ))}
      </div>
      {children}
    </Paper>
  )
}

type FormDialogProps<T extends OwnedRecord> = RecordsPanelProps<T> & {
  open: T | 'new' | undefined
  onClose(): void
}

/** Input is a draft: closing the dialog keeps it. */
function FormDialog<T extends OwnedRecord>({ open, onClose, words, nameOf, form }: FormDialogProps<T>) {
  const { t } = useTranslation(['party-records', 'common'])
  // The last one stays readable while its dialog fades away.
  const [shown, setShown] = useState(open)
  if (open && open !== shown) setShown(open)
  const record = shown === 'new' ? undefined : shown
  return (
    <Modal
      opened={open !== undefined}
      onClose={onClose}
      size="lg"
      title={record ? t('editNamed', { name: nameOf(record) }) : words.add}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>{form(record, onClose)}</div>
    </Modal>
  )
}
