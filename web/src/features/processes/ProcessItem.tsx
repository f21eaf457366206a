import { ActionIcon, Button, Group, Progress, Text, ThemeIcon } from '@mantine/core'
import { IconDownload, IconRefresh, IconTrash, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import {
  invalidateBackgroundTaskList,
  useBackgroundTaskCancel,
  useBackgroundTaskDelete,
  useBackgroundTaskRetry,
} from '@/api/generated/endpoints/processes/processes'
import type { BackgroundTask } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { Moment } from '@/ui/time/Moment'
import classes from './Processes.module.css'
import { About, LabelsLeft } from './ProcessFacts'
import { isCancelled, isPending, kindKey, look, stageKey } from './status'

export function ProcessItem({ task }: { task: BackgroundTask }) {
  const { t } = useTranslation('processes')
  const format = useFormat()
  const kind = t(kindKey(task))
  const { color, icon: Icon } = look(task)
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <ThemeIcon variant="light" color={color} size="lg">
          <Icon
            size={18}
            stroke={1.75}
            aria-hidden
            className={isPending(task) && !task.next_try_at ? classes.turning : undefined}
          />
        </ThemeIcon>
        <div className={classes.text}>
          <Text size="sm" fw={600}>
            {kind}
          </Text>
          <About task={task} />
          <Text size="xs" c="dimmed">
            {t(stageKey(task), { time: task.next_try_at && format.time(task.next_try_at) })}
            {' · '}
            {isPending(task) && task.total !== null ? (
              t('of', { done: format.number(task.done), total: format.number(task.total) })
            ) : (
              <Moment at={task.completed_at ?? task.failed_at ?? task.created_at} relative />
            )}
          </Text>
          {task.failure && !isCancelled(task) && (
            <Text size="xs" c="red">
              {codeText(task.failure.code, task.failure.params, task.failure.message)}
            </Text>
          )}
        </div>
        <Actions task={task} kind={kind} />
      </div>
      <LabelsLeft task={task} />
      {isPending(task) && (
        <Progress.Root size="sm" mt="xs">
          <Progress.Section value={task.progress} aria-label={t('progress', { kind })} />
        </Progress.Root>
      )}
    </li>
  )
}

function Actions({ task, kind }: { task: BackgroundTask; kind: string }) {
  const { t } = useTranslation('processes')
  const queryClient = useQueryClient()
  const settle = {
    onSuccess: () => invalidateBackgroundTaskList(queryClient),
    onError: notify.failure,
  }
  const cancel = useBackgroundTaskCancel({ mutation: settle })
  const retry = useBackgroundTaskRetry({ mutation: settle })
  const remove = useBackgroundTaskDelete({ mutation: settle })
  return (
    <Group gap={4} wrap="nowrap" className={classes.actions}>
      {task.can.download && task.file && (
        <Button
          component="a"
          href={task.file.url}
          download
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={t('downloadOf', { kind })}
        >
          {t('download')}
        </Button>
      )}
      {task.can.cancel && isPending(task) && (
        <ActionIcon
          aria-label={t('cancelOf', { kind })}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id: task.id })}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      {task.can.retry && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          aria-label={t('retryOf', { kind })}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id: task.id })}
        >
          {t('retry')}
        </Button>
      )}
      {task.can.delete && !isPending(task) && (
        <ActionIcon
          aria-label={t('removeOf', { kind })}
          loading={remove.isPending}
          onClick={() => remove.mutate({ id: task.id })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
