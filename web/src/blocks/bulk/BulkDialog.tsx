import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import { BulkReport } from './BulkReport'
import {
  type BulkCounts,
  type BulkProgress,
  type BulkResult,
  countResults,
  type RunBulk,
  useBulkRun,
} from './useBulkRun'

/** The button that starts it. */
type Action = { label: string; icon?: Icon; danger?: boolean; disabled?: boolean }

type BulkDialogProps = {
  opened: boolean
  /** With the results, if there was a report. */
  onClose(results?: BulkResult[]): void
  /** The question. */
  title: string
  /** Texts, totals and fields of the question. */
  children: ReactNode
  action: Action
  /** The other button; 'Cancel' when absent. */
  keep?: string
  /** The button that has the focus at the start, unless a field has it. */
  focus?: 'action' | 'keep'
  /** Checks the fields; false keeps the question. */
  check?(): boolean
  run: RunBulk
  report?: Report
}

/** The title of the report, and how many of each kind in words. */
type Report = {
  title: string
  sums(counts: BulkCounts): (string | false)[]
  /** What can be done next, beside 'Close'. */
  after?(close: () => void): ReactNode
}

/** Asks about many records, acts, and shows what became of each. What failed as a whole can be tried again. */
export function BulkDialog(props: BulkDialogProps) {
  const { opened, onClose, title, action, run, report } = props
  const { t } = useTranslation()
  const bulk = useBulkRun(run, () => onClose())
  const { results, progress, running } = bulk
  const isOver = !running && results.length > 0

  function close() {
    onClose(isOver ? results : undefined)
    bulk.forget()
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      title={isOver && report ? report.title : title}
      closeOnClickOutside={!running}
      closeOnEscape={!running || progress !== undefined}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {isOver ? (
        <BulkReport
          label={report?.title ?? title}
          sum={report?.sums(countResults(results, progress?.total)).filter(Boolean).join(' · ') ?? ''}
          results={results}
          after={report?.after?.(close)}
          onClose={close}
        />
      ) : running && progress ? (
        <Running progress={progress} onStop={bulk.stop} />
      ) : (
        <Question {...props} action={action} bulk={bulk} onKeep={close} />
      )}
    </Modal>
  )
}

type QuestionProps = Pick<BulkDialogProps, 'children' | 'action' | 'keep' | 'focus' | 'check'> & {
  bulk: ReturnType<typeof useBulkRun>
  onKeep(): void
}

function Question({ children, action, keep, focus, check, bulk, onKeep }: QuestionProps) {
  const { t } = useTranslation()
  const { running, failure } = bulk
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!check || check()) void bulk.start()
      }}
    >
      <Stack>
        {children}
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={onKeep}
            disabled={running}
            data-autofocus={focus === 'keep' || undefined}
          >
            {keep ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            color={action.danger ? 'red' : undefined}
            loading={running}
            disabled={action.disabled}
            leftSection={action.icon && <action.icon size={16} aria-hidden />}
            data-autofocus={focus === 'action' || undefined}
          >
            {action.label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** How far it has come, and the way to stop it. */
function Running({ progress: { done, total }, onStop }: { progress: BulkProgress; onStop(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = t('bulk.progress', { done: format.number(done), total: format.number(total) })
  return (
    <Stack>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={text} />
      </Progress.Root>
      <Group justify="flex-end">
        <Button variant="default" onClick={onStop} data-autofocus>
          {t('bulk.stop')}
        </Button>
      </Group>
    </Stack>
  )
}
