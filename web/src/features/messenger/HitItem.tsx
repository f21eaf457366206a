import { UnstyledButton } from '@mantine/core'
import type { RoomHit } from '@/api/schema'
import { Moment } from '@/ui/time/Moment'
import classes from './Rooms.module.css'
import { useRoomTitle } from './useRoomTitle'

/** A message that a search has found. */
export function HitItem({ hit: { room, message }, onOpen }: { hit: RoomHit; onOpen(): void }) {
  const title = useRoomTitle()(room)
  return (
    <li>
      <UnstyledButton className={classes.room} onClick={onOpen}>
        <span className={classes.roomText}>
          <span className={classes.roomHead}>
            <span className={classes.roomName}>{title}</span>
            <span className={classes.when}>
              <Moment at={message.created_at} relative />
            </span>
          </span>
          <span className={classes.last}>{`${message.from_name}: ${message.body}`}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}
