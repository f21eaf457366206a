import { Button, Group } from '@mantine/core'
import { type Icon, IconArrowRight, IconDownload, IconRefresh, IconReload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification, NotificationAction } from '@/api/schema'
import type { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { useRunAction } from './useRunAction'

const ICONS: Partial<Record<NotificationAction['label'], Icon>> = {
  download: IconDownload,
  retry: IconRefresh,
  reload: IconReload,
  dismiss: IconX,
}

type ActionButtonsProps = {
  notification: Notification
  title: string
  onClose?: () => void
  /** How many are shown; all when absent. */
  only?: number | undefined
  /** Class names of the buttons. */
  look?: typeof ICON_ON_PHONE
}

/** The actions of a notification. One whose label this page does not know is left out. */
export function ActionButtons({ notification, title, onClose, only, look }: ActionButtonsProps) {
  const { i18n } = useTranslation('notifications')
  const known = notification.data.actions.filter(({ label }) => i18n.exists(`notifications:action.${label}`))
  if (known.length === 0) return null
  return (
    <Group gap={6}>
      {known.slice(0, only).map((action) => (
        <ActionButton
          key={`${action.label}${action.route}`}
          action={action}
          notification={notification}
          title={title}
          {...(onClose && { onClose })}
          {...(look && { look })}
        />
      ))}
    </Group>
  )
}

function ActionButton({
  action,
  notification,
  title,
  onClose,
  look,
}: ActionButtonsProps & { action: NotificationAction }) {
  const { t } = useTranslation('notifications')
  const run = useRunAction()
  const [running, setRunning] = useState(false)
  const Icon = ICONS[action.label] ?? IconArrowRight
  const label = t(`action.${action.label}`)
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={running}
      aria-label={t('actionOf', { action: label, title })}
      leftSection={<Icon size={14} aria-hidden />}
      {...(look && { classNames: look })}
      onClick={() => {
        setRunning(true)
        void run(notification, action, onClose).finally(() => setRunning(false))
      }}
    >
      {label}
    </Button>
  )
}
