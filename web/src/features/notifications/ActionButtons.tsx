import { Button, Group } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification, NotificationAction } from '@/api/schema'
import { useRunAction } from './useRunAction'

const ICONS = { download: IconDownload, retry: IconRefresh } as const

type ActionButtonsProps = { notification: Notification; title: string; onClose?: () => void }

/** The actions of a notification. One whose label this page does not know is left out. */
export function ActionButtons({ notification, title, onClose }: ActionButtonsProps) {
  const { i18n } = useTranslation('notifications')
  const known = notification.data.actions.filter(({ label }) => i18n.exists(`notifications:action.${label}`))
  if (known.length === 0) return null
  return (
    <Group gap={6}>
      {known.map((action) => (
        <ActionButton
          key={`${action.label}${action.route}`}
          action={action}
          notification={notification}
          title={title}
          {...(onClose && { onClose })}
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
}: ActionButtonsProps & { action: NotificationAction }) {
  const { t } = useTranslation('notifications')
  const run = useRunAction()
  const [running, setRunning] = useState(false)
  const Icon = ICONS[action.label as keyof typeof ICONS]
  const label = t(`action.${action.label}`)
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={running}
      aria-label={t('actionOf', { action: label, title })}
      {...(Icon && { leftSection: <Icon size={14} aria-hidden /> })}
      onClick={() => {
        setRunning(true)
        void run(notification, action, onClose).finally(() => setRunning(false))
      }}
    >
      {label}
    </Button>
  )
}
