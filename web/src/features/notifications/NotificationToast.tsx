import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Notification } from '@/api/schema'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { ToastText } from '@/ui/dialogs/ToastText'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { ActionButtons } from './ActionButtons'
import classes from './Notifications.module.css'
import { useTexts } from './useTexts'

/** The content of a toast: title and first line, of which two lines are seen, and actions. */
export default function NotificationToast({ notification }: { notification: Notification }) {
  const { t } = useTranslation('notifications')
  const { title, lines } = useTexts()(notification)
  const [line] = lines
  const {
    float,
    toast: { progress },
  } = notification
  return (
    <div className={classes.toast} data-below={float && !float.side_action ? true : undefined}>
      <div className={classes.said}>
        <ToastText>
          {title && <b>{float?.link ? <AppLink to={float.link}>{title}</AppLink> : title}</b>} {line}
        </ToastText>
        {progress !== null && progress < 100 && <Progress size="sm" value={progress} aria-hidden />}
      </div>
      <ActionButtons
        notification={notification}
        only={float?.single_action ? 1 : undefined}
        title={title ?? t('unknown')}
        look={ICON_ON_PHONE}
        onClose={() => notify.hide(notification.id)}
      />
    </div>
  )
}
