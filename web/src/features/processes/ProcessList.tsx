import { Button, Skeleton, Stack } from '@mantine/core'
import { IconChecks, IconProgressCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateBackgroundTaskList,
  useBackgroundTaskClear,
} from '@/api/generated/endpoints/processes/processes'
import type { BackgroundTask } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './Processes.module.css'
import { ProcessItem } from './ProcessItem'

type ProcessListProps = {
  tasks: BackgroundTask[] | undefined
  result: { error: unknown; isFetching: boolean; refetch(): unknown }
}

/** Processes, newest first, in the drawer and on the page. */
export function ProcessList({ tasks, result }: ProcessListProps) {
  const { t } = useTranslation('processes')
  if (!tasks && result.error) return <LoadFailure title={t('loadFailed')} result={result} />
  if (!tasks) return <Waiting />
  if (tasks.length === 0)
    return <EmptyState icon={IconProgressCheck} title={t('empty')} text={t('emptyText')} />
  return (
    <ul className={classes.list}>
      {tasks.map((task) => (
        <ProcessItem key={task.id} task={task} />
      ))}
    </ul>
  )
}

const Waiting = () => (
  <Stack gap="sm">
    <Skeleton height={84} radius="lg" />
    <Skeleton height={84} radius="lg" />
  </Stack>
)

/** Deletes all that have ended, with their files. */
export function ClearButton() {
  const { t } = useTranslation('processes')
  const client = useQueryClient()
  const clear = useBackgroundTaskClear({
    mutation: { onSuccess: () => invalidateBackgroundTaskList(client), onError: notify.failure },
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconChecks size={16} aria-hidden />}
      loading={clear.isPending}
      onClick={() => clear.mutate()}
    >
      {t('clear')}
    </Button>
  )
}
