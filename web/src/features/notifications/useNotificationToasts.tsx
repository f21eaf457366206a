import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '@/api/schema'
import { paths } from '@/app/paths'
import { notify } from '@/ui/dialogs/notify'
import { ActionButtons } from './ActionButtons'
import { isUnderWay } from './look'
import classes from './Notifications.module.css'
import { useTexts } from './useTexts'

/** Shows those that arrive while the page is open, except on the page of all notifications. */
export function useNotificationToasts(newest: Notification[] | undefined) {
  const { t } = useTranslation('notifications')
  const texts = useTexts()
  const router = useRouter()
  /** The newest that this page knows; the list it started with is no news. */
  const known = useRef<string>(undefined)
  const shown = useRef(new Set<string>())

  useEffect(
    () =>
      router.subscribe('onResolved', ({ toLocation }) => {
        if (toLocation.pathname !== paths.notifications()) return
        for (const id of shown.current) notify.hide(id)
        shown.current.clear()
      }),
    [router],
  )

  useEffect(() => {
    if (!newest) return
    const before = known.current
    known.current = newest.reduce((last, { id }) => (id > last ? id : last), before ?? '')
    if (before === undefined || router.state.location.pathname === paths.notifications()) return
    for (const notification of newest.filter(({ id }) => id > before).reverse()) {
      if (notification.read_at || isUnderWay(notification)) continue
      const { title, lines } = texts(notification)
      const name = title ?? t('unknown')
      const [line] = lines
      shown.current.add(notification.id)
      notify.toast(notification.data.notification_status, {
        id: notification.id,
        title,
        autoClose: notification.data.notification_status !== 'error',
        message: (
          <span className={classes.toast}>
            {line}
            <ActionButtons
              notification={notification}
              title={name}
              onClose={() => notify.hide(notification.id)}
            />
          </span>
        ),
      })
    }
  }, [newest, router, t, texts])
}
