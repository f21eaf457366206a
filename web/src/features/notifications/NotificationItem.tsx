import { ActionIcon, Group, Progress, Text, ThemeIcon, Tooltip } from '@mantine/core'
import { IconMail, IconMailOpened, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateNotificationList,
  notificationRestore,
  useNotificationDelete,
  useNotificationRead,
  useNotificationUnread,
} from '@/api/generated/endpoints/notifications/notifications'
import type { Notification } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { Moment } from '@/ui/time/Moment'
import { ActionButtons } from './ActionButtons'
import { isUnderWay, look } from './look'
import classes from './Notifications.module.css'
import { useTexts } from './useTexts'

type NotificationItemProps = { notification: Notification; onFollow?: () => void }

export function NotificationItem({ notification, onFollow }: NotificationItemProps) {
  const { t } = useTranslation('notifications')
  const { title, lines } = useTexts()(notification)
  const { color, icon: Icon } = look(notification)
  const name = title ?? t('unknown')
  const condensed = notification.notification_type === 'condensed'
  return (
    <li className={classes.item} data-unread={!notification.read_at || undefined}>
      <ThemeIcon variant="light" color={color} size={condensed ? 'md' : 'lg'}>
        <Icon
          size={condensed ? 16 : 18}
          stroke={1.75}
          role="img"
          aria-label={t(`status.${notification.data.notification_status}`)}
          className={isUnderWay(notification) ? classes.turning : undefined}
        />
      </ThemeIcon>
      <div className={classes.text}>
        <Text size="sm" fw={notification.read_at ? 500 : 600} className={classes.title}>
          {!notification.read_at && <span className={classes.dot} role="img" aria-label={t('unread')} />}
          {title}
        </Text>
        {(condensed ? lines.slice(0, 1) : lines).map((line) => (
          <Text key={line} size="xs" className={classes.line}>
            {line}
          </Text>
        ))}
        <Text size="xs" c="dimmed">
          <Moment at={notification.created_at} relative />
        </Text>
        {isUnderWay(notification) && notification.progress && (
          <Progress.Root size="sm" mt={6}>
            <Progress.Section
              value={notification.progress.progress}
              aria-label={t('progress', { title: name })}
            />
          </Progress.Root>
        )}
      </div>
      {notification.data.actions.length > 0 && (
        <div className={classes.buttons}>
          <ActionButtons notification={notification} title={name} {...(onFollow && { onClose: onFollow })} />
        </div>
      )}
      <Tools notification={notification} name={name} />
    </li>
  )
}

/** Deletes, and offers to undo it. */
function useRemove(id: string) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const refresh = () => invalidateNotificationList(client)
  return useNotificationDelete({
    mutation: {
      onSuccess: () => notifyUndo(t('deleted'), () => notificationRestore(id).finally(refresh)),
      onSettled: refresh,
      onError: notify.failure,
    },
  })
}

function Tools({ notification: { id, read_at }, name }: { notification: Notification; name: string }) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const settle = { onSettled: () => invalidateNotificationList(client), onError: notify.failure }
  const read = useNotificationRead({ mutation: settle })
  const unread = useNotificationUnread({ mutation: settle })
  const remove = useRemove(id)
  const mark = read_at ? unread : read
  const label = read_at ? t('markUnread') : t('markRead')
  return (
    <Group gap={2} wrap="nowrap" className={classes.tools}>
      <Tooltip label={label}>
        <ActionIcon
          aria-label={t('actionOf', { action: label, title: name })}
          loading={mark.isPending}
          onClick={() => mark.mutate({ id })}
        >
          {read_at ? <IconMail size={16} aria-hidden /> : <IconMailOpened size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('delete')}>
        <ActionIcon
          aria-label={t('actionOf', { action: t('delete'), title: name })}
          loading={remove.isPending}
          onClick={() => remove.mutate({ id })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
