import { Avatar, Indicator, UnstyledButton } from '@mantine/core'
import { IconBuildingStore, IconShieldHalf, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Room } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useIsOnline } from '@/live/link'
import { initials } from '@/ui/initials'
import { Moment } from '@/ui/time/Moment'
import frame from './Messenger.module.css'
import classes from './Rooms.module.css'
import { useRoomTitle } from './useRoomTitle'

const ICONS = { administrators: IconShieldHalf, client: IconBuildingStore, group: IconUsers } as const

/** The picture of a room: that or the initials of the other person, with a dot while this person is there. */
export function RoomFace({ room, size = 36 }: { room: Room; size?: number }) {
  const { t } = useTranslation('messenger')
  const title = useRoomTitle()(room)
  const isOnline = useIsOnline(room.other_id ?? '')
  if (room.kind !== 'direct') {
    const Icon = ICONS[room.kind]
    return (
      <Avatar size={size} radius="xl" aria-hidden>
        <Icon size={size * 0.5} stroke={1.75} />
      </Avatar>
    )
  }
  return (
    <Indicator color="teal" size={10} offset={4} position="bottom-end" disabled={!isOnline} withBorder>
      <Avatar src={room.other_picture_url ?? null} size={size} radius="xl" aria-hidden>
        {initials(title)}
      </Avatar>
      {isOnline && <span className={frame.hidden}>{t('online')}</span>}
    </Indicator>
  )
}

/** A room of the panel with its newest message. */
export function RoomItem({ room, onOpen }: { room: Room; onOpen(): void }) {
  const { t } = useTranslation('messenger')
  const { id } = useProfile()
  const title = useRoomTitle()(room)
  const { last_message: last, unread } = room
  const from = last && (last.from_member_id === id ? t('you') : room.is_group && last.from_name)
  return (
    <li>
      <UnstyledButton
        className={classes.room}
        data-room={room.id}
        data-unread={unread > 0 || undefined}
        onClick={onOpen}
      >
        <RoomFace room={room} />
        <span className={classes.roomText}>
          <span className={classes.roomHead}>
            <span className={classes.roomName}>{title}</span>
            {last && (
              <span className={classes.when}>
                <Moment at={last.created_at} relative />
              </span>
            )}
          </span>
          <span className={classes.roomHead}>
            <span className={classes.last}>
              {last ? (
                <>
                  {from && `${from}: `}
                  {last.body || t('file')}
                </>
              ) : (
                t('noMessages')
              )}
            </span>
            {unread > 0 && (
              <span className={frame.badge}>
                <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
                <span className={frame.hidden}>{t('unread', { count: unread })}</span>
              </span>
            )}
          </span>
        </span>
      </UnstyledButton>
    </li>
  )
}
