import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Notification } from '@/api/schema'
import { paths } from '@/context/paths'
import { notify } from '@/ui/dialogs/notify'
import { onceOnline } from '@/ui/once-online'
import { isUnderWay } from './look'
import { hideToasts, hideWithdrawn, mayShowToasts, toastShown } from './shown-toasts'

/** With its texts, which no page needs before the first notification arrives. */
const NotificationToast = lazy(() => onceOnline(() => import('./NotificationToast')))

/** Shows those that arrive while the page is open, except on the page of all notifications. */
export function useNotificationToasts(newest: Notification[] | undefined) {
  const router = useRouter()
  /** The newest that this page knows; the list it started with is no news. */
  const known = useRef<string>(undefined)

  useEffect(
    () =>
      router.subscribe('onResolved', ({ toLocation }) => {
        if (toLocation.pathname === paths.notifications()) hideToasts()
      }),
    [router],
  )

  useEffect(() => {
    if (!newest) return
    hideWithdrawn(newest)
    const before = known.current
    known.current = newest.reduce((last, { id }) => (id > last ? id : last), before ?? '')
    if (before === undefined || !mayShowToasts() || router.state.location.pathname === paths.notifications())
      return
    for (const notification of newest.filter(({ id }) => id > before).reverse()) {
      if (notification.read_at || isUnderWay(notification)) continue
      toastShown(notification.id)
      const { toast, float } = notification
      notify.toast(notification.data.notification_status, {
        id: notification.id,
        autoClose: float ? float.time : (toast.auto_close ?? false),
        size: (float ?? toast).size,
        withCloseButton: float?.with_close ?? true,
        message: (
          <Suspense>
            <NotificationToast notification={notification} />
          </Suspense>
        ),
      })
    }
  }, [newest, router])
}
