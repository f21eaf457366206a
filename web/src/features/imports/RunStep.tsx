import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getBackgroundTaskShowQueryKey,
  useBackgroundTaskCancel,
  useBackgroundTaskShow,
} from '@/api/generated/endpoints/processes/processes'
import { type BackgroundTask, type Import, ImportStatus } from '@/api/schema'
import { progressPoll } from '@/live/link'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { Counts } from './Counts'
import { useImportKind } from './kind'

const isPending = (task: BackgroundTask | undefined) => !task?.completed_at && !task?.failed_at

/** A check or an import under way. Somebody else's has no task for us to see, only its counts. */
export function RunStep({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const queryClient = useQueryClient()
  const id = shown.task_id ?? ''
  const { data } = useBackgroundTaskShow(id, {
    query: {
      enabled: id !== '',
      retry: false,
      refetchInterval: ({ state }) => progressPoll(!state.error && isPending(state.data?.data)),
    },
    request: { quiet: true },
  })
  const cancel = useBackgroundTaskCancel({
    mutation: {
      onSuccess: () => queryClient.invalidateQueries({ queryKey: getBackgroundTaskShowQueryKey(id) }),
      onError: notify.failure,
    },
  })
  const task = data?.data
  const { own } = useImportKind()
  const isCheck = shown.status === ImportStatus.Checking
  const importing = t(own ? `${own}.importing` : 'run.importing')
  const title = isCheck ? t('run.checking') : importing

  async function stop() {
    const question = {
      title: t('run.cancelTitle'),
      text: isCheck ? t('run.cancelCheckText') : t(own ? `${own}.stop` : 'run.cancelText'),
      action: t('run.cancel'),
      danger: true,
    }
    if (await confirm(question)) cancel.mutate({ id })
  }

  return (
    <Paper withBorder p="lg" radius="lg">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{title}</Title>
          {task?.can.cancel && (
            <Button
              variant="default"
              leftSection={<IconX size={16} aria-hidden />}
              loading={cancel.isPending}
              onClick={() => void stop()}
            >
              {t('run.cancel')}
            </Button>
          )}
        </Group>
        <Progress.Root size="lg">
          <Progress.Section value={task?.progress ?? 0} aria-label={title} />
        </Progress.Root>
        <Text size="sm" role="status">
          {task?.cancelling ? t('run.cancelling') : t(`stage.${task?.stage ?? 0}`)}
        </Text>
        {task?.total ? (
          <Text size="sm" c="dimmed">
            {t('run.of', {
              count: task.total,
              done: format.number(task.done),
              total: format.number(task.total),
            })}
          </Text>
        ) : null}
        <Counts counts={shown.counts} planned={isCheck} />
        <Text size="sm" c="dimmed">
          {t('run.leave')}
        </Text>
      </Stack>
    </Paper>
  )
}
