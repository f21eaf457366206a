import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUnreadRooms } from './useUnreadRooms'

/** Opens and closes the messenger; its badge counts the rooms with unread messages. */
export function MessengerButton({ opened, onToggle }: { opened: boolean; onToggle(): void }) {
  const { t } = useTranslation('shell')
  const unread = useUnreadRooms()
  return (
    <Tooltip label={t('user.messages')}>
      <Indicator label={unread} size={17} offset={5} disabled={unread === 0} aria-hidden={false}>
        <ActionIcon
          id="messenger-button"
          size="lg"
          aria-expanded={opened}
          aria-label={t('user.newMessages', { count: unread })}
          onClick={onToggle}
        >
          <IconMessages size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}
