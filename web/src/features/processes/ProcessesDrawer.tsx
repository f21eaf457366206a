import { Alert, Button, Drawer, Skeleton, Stack } from '@mantine/core'
import { IconChecks, IconProgressCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import {
  invalidateBackgroundTaskList,
  useBackgroundTaskClear,
} from '@/api/generated/endpoints/processes/processes'
import { notify } from '@/ui/dialogs/notify'
import { EmptyState } from '@/ui/EmptyState'
import classes from './ProcessesDrawer.module.css'
import { ProcessItem } from './ProcessItem'
import { isPending } from './status'
import { useProcesses } from './useProcesses'

type ProcessesDrawerProps = { opened: boolean; onClose(): void }

export default function ProcessesDrawer({ opened, onClose }: ProcessesDrawerProps) {
  const { t } = useTranslation(['processes', 'common'])
  const queryClient = useQueryClient()
  const { tasks, loaded, error } = useProcesses()
  const clear = useBackgroundTaskClear({
    mutation: { onSuccess: () => invalidateBackgroundTaskList(queryClient), onError: notify.failure },
  })
  const ended = tasks.filter((task) => !isPending(task))

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="26rem"
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {error && (
        <Alert color="red" role="alert" mb="xs">
          {errorText(error)}
        </Alert>
      )}
      {!loaded && !error && <Waiting />}
      {loaded && tasks.length === 0 && (
        <EmptyState icon={IconProgressCheck} title={t('empty')} text={t('emptyText')} />
      )}
      {ended.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb="xs"
          leftSection={<IconChecks size={16} aria-hidden />}
          loading={clear.isPending}
          onClick={() => clear.mutate()}
        >
          {t('clear')}
        </Button>
      )}
      <ul className={classes.list}>
        {tasks.map((task) => (
          <ProcessItem key={task.id} task={task} />
        ))}
      </ul>
    </Drawer>
  )
}

const Waiting = () => (
  <Stack gap="sm">
    <Skeleton height={84} radius="lg" />
    <Skeleton height={84} radius="lg" />
  </Stack>
)
