import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Notification } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { ActionButtons } from './ActionButtons'
import classes from './Notifications.module.css'
import { useTexts } from './useTexts'

/** The content of a toast: title, first line and actions. */
export default function NotificationToast({ notification }: { notification: Notification }) {
  const { t } = useTranslation('notifications')
  const { title, lines } = useTexts()(notification)
  const [line] = lines
  return (
    <div className={classes.toast}>
      <div className={classes.said}>
        {title && (
          <Text size="sm" fw={600} className={classes.cut}>
            {title}
          </Text>
        )}
        {line && (
          <Text size="xs" className={classes.cut}>
            {line}
          </Text>
        )}
      </div>
      <ActionButtons
        notification={notification}
        title={title ?? t('unknown')}
        look={ICON_ON_PHONE}
        onClose={() => notify.hide(notification.id)}
      />
    </div>
  )
}
