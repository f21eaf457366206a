import { Affix, Badge } from '@mantine/core'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { TOAST_MS } from './notify'

const AT_ONCE = 3

/** Shows at most three toasts; the others wait behind a '+N' badge. Loaded after the first paint. */
export function NotificationArea() {
  const { t } = useTranslation()
  const { queue } = useNotifications()
  return (
    <section aria-label={t('toasts.label')}>
      <Notifications
        withinPortal={false}
        position="bottom-right"
        limit={AT_ONCE}
        autoClose={TOAST_MS}
        containerWidth={380}
      />
      {queue.length > 0 && (
        <Affix withinPortal={false} position={{ bottom: 4, right: 16 }} zIndex={500}>
          <Badge color="gray" variant="filled" role="status">
            {t('toasts.waiting', { count: queue.length })}
          </Badge>
        </Affix>
      )}
    </section>
  )
}
