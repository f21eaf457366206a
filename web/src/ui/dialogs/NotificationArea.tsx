import { Badge } from '@mantine/core'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import classes from './NotificationArea.module.css'
import { FLOAT_MS } from './notify'
import { progressStore } from './progress-toasts'

const AT_ONCE = 3

/**
 * At most three toasts beside each other at the end of the screen, each with its own clock from when it is seen. The
 * others wait behind a '+N' badge. Those of processes under way stand below them. Loaded after the first paint.
 */
export function NotificationArea() {
  const { t } = useTranslation()
  const { queue } = useNotifications()
  const progress = useNotifications(progressStore)
  return (
    <section aria-label={t('toasts.label')} data-progress={progress.notifications.length > 0 || undefined}>
      <Notifications
        store={progressStore}
        withinPortal={false}
        position="bottom-left"
        limit={AT_ONCE}
        notificationMaxHeight={400}
        autoClose={false}
        classNames={{ root: classes.progress, notification: classes.toast }}
      />
      <Notifications
        withinPortal={false}
        position="bottom-left"
        limit={AT_ONCE}
        notificationMaxHeight={400}
        // Only the one that is pointed at waits: the others count on.
        pauseResetOnHover="notification"
        autoClose={FLOAT_MS}
        classNames={{ root: classes.area, notification: classes.toast }}
      />
      {queue.length > 0 && (
        <Badge className={classes.waiting} color="gray" variant="filled" role="status">
          {t('toasts.waiting', { count: queue.length })}
        </Badge>
      )}
    </section>
  )
}
