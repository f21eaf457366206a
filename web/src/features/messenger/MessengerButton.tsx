import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRoomUnread } from '@/api/generated/endpoints/chat/chat'
import { useLink } from '@/live/link'

const POLL_MS = 15_000

/** Opens and closes the messenger; its badge counts the rooms with unread messages. */
export function MessengerButton({ opened, onToggle }: { opened: boolean; onToggle(): void }) {
  const { t } = useTranslation('shell')
  // A live connection tells of a message at once.
  const isLive = useLink() === 'connected'
  const { data } = useRoomUnread({
    query: { refetchInterval: isLive ? false : POLL_MS, refetchOnWindowFocus: true },
    request: { quiet: true },
  })
  const unread = data?.data.rooms ?? 0
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
