import { Badge } from '@mantine/core'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import classes from './NotificationArea.module.css'
import { FLOAT_MS } from './notify'
import { progressStore } from './progress-toasts'

const AT_ONCE = 3

/**
 * At most three toasts, one upon the other in the free part of the top bar: nothing of the page lies under them. The
 * others wait behind a '+N' badge. Those of processes under way stand beside them, or under them where there is no
 * room. Loaded after the first paint.
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
        layout="stacked"
        position="top-center"
        limit={AT_ONCE}
        autoClose={false}
        classNames={{ root: classes.progress, notification: classes.toast }}
      />
      <Notifications
        withinPortal={false}
        // One that lies under another, has the focus or is pointed at does not count its time.
        layout="stacked"
        position="top-center"
        limit={AT_ONCE}
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
