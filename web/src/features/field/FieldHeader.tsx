import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldRoute } from '@/api/schema'
import { serverOffset } from '@/api/server-clock'
import classes from './Field.module.css'
import { QueueDrawer } from './QueueDrawer'
import { countUnsent, isClockWrong, refusalsOf } from './queue/queue'
import { progressOf } from './run-progress'
import type { ShownQueue } from './useQueue'

type FieldHeaderProps = {
  /** The run that is under way, or of the stop that is shown. */
  route: FieldRoute | undefined
  queue: ShownQueue
}

/** Always in sight: the run, how far it is, and what has not been sent yet. */
export function FieldHeader({ route, queue }: FieldHeaderProps) {
  const { t } = useTranslation('field')
  const [isOpened, setOpened] = useState(false)
  const unsent = countUnsent(queue)
  const refused = refusalsOf(queue).length
  const isBad = refused > 0 || queue.isUnreadable
  const Icon = isBad ? IconCloudOff : unsent > 0 ? IconCloudUpload : IconCloudCheck
  const words = [
    refused > 0 && t('notAccepted', { count: refused }),
    unsent > 0 && t('unsent', { count: unsent }),
  ].filter(Boolean)
  const label = queue.isUnreadable ? t('storageBlocked') : words.join(' · ') || t('allSent')
  return (
    <div className={classes.header}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div>
          {route && (
            <>
              <Text component="span" fw={650}>
                {route.number}
              </Text>{' '}
              <Text component="span">{t('doneOf', progressOf(route))}</Text>
            </>
          )}
        </div>
        <Button
          variant={isBad ? 'filled' : 'default'}
          color="red"
          classNames={{ root: classes.unsent, label: classes.words }}
          leftSection={<Icon size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          {label}
        </Button>
      </Group>
      {queue.isUnreadable && (
        <Alert color="red" mt="xs" role="alert">
          {t('storageBlockedText')}
        </Alert>
      )}
      {isClockWrong(serverOffset()) && (
        <Alert color="yellow" mt="xs" role="alert">
          {t('clockWrong')}
        </Alert>
      )}
      <QueueDrawer opened={isOpened} onClose={() => setOpened(false)} title={label} queue={queue} />
    </div>
  )
}
