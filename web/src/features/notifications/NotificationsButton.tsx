import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNewest } from './useNewest'
import { useNotificationToasts } from './useNotificationToasts'

/** Opens the drawer; its badge counts the unread ones. */
export function NotificationsButton({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation('shell')
  const { data, unread, capped } = useNewest()
  useNotificationToasts(data)
  return (
    <Tooltip label={t('user.notifications')}>
      <Indicator
        label={capped ? '99+' : unread}
        size={17}
        offset={5}
        disabled={unread === 0}
        aria-hidden={false}
      >
        <ActionIcon
          size="lg"
          data-tour="notifications"
          aria-haspopup="dialog"
          aria-label={t('user.newNotifications', { count: unread })}
          onClick={onOpen}
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}
