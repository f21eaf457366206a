import { ActionIcon, CloseButton, UnstyledButton } from '@mantine/core'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconMinus } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoomShow } from '@/api/generated/endpoints/chat/chat'
import type { RoomDetails } from '@/api/schema'
import { useSignals } from '@/live/signals'
import { LoadFailure } from '@/ui/LoadFailure'
import { enumerated } from '@/ui/wording'
import { Composer } from './Composer'
import { MembersMenu } from './MembersMenu'
import { MessageList } from './MessageList'
import classes from './Messenger.module.css'
import { RoomFace } from './RoomItem'
import { useRoomTitle } from './useRoomTitle'
import type { RoomWindow as Window } from './windows'

type RoomWindowProps = {
  window: Window
  isPhone: boolean
  /** When it was opened by hand, and the message it was opened for. */
  asked?: { at: number; seq?: number }
  onClose(): void
  onMinimise(): void
  onOpen(): void
  onResize(): void
}

/** A room: minimised to its title, open or expanded. */
export function RoomWindow(props: RoomWindowProps) {
  const { window, isPhone, asked, onClose, onMinimise } = props
  const { t } = useTranslation(['messenger', 'common'])
  const titleId = useId()
  const result = useRoomShow(window.id, { request: { quiet: true } })
  const room = result.data?.data
  const isMinimised = window.state === 'minimised' && !isPhone

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }

  return (
    <section
      className={classes.window}
      data-state={isMinimised ? 'minimised' : window.expanded ? 'expanded' : 'open'}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
    >
      <header className={classes.head}>
        <Title id={titleId} room={room} {...props} isMinimised={isMinimised} />
        {room && !isMinimised && <MembersMenu room={room} onLeft={onClose} />}
        {!isPhone && !isMinimised && (
          <>
            <ActionIcon aria-label={t('minimise')} onClick={onMinimise}>
              <IconMinus size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={window.expanded ? t('shrink') : t('expand')} onClick={props.onResize}>
              {window.expanded ? (
                <IconArrowsDiagonalMinimize2 size={18} aria-hidden />
              ) : (
                <IconArrowsDiagonal size={18} aria-hidden />
              )}
            </ActionIcon>
          </>
        )}
        <CloseButton aria-label={t('common:close')} onClick={onClose} />
      </header>
      {!isMinimised && result.error && !room && <LoadFailure title={t('failed')} result={result} />}
      {!isMinimised && room && <Conversation key={room.id} room={room} {...asked} />}
    </section>
  )
}

type TitleProps = RoomWindowProps & { id: string; room: RoomDetails | undefined; isMinimised: boolean }

function Title({ id, room, isMinimised, onOpen }: TitleProps) {
  const { t } = useTranslation('messenger')
  const title = useRoomTitle()
  const name = room ? title(room) : '…'
  if (!isMinimised) {
    return (
      <>
        {room && <RoomFace room={room} size={28} />}
        <h2 id={id} className={classes.title}>
          {name}
        </h2>
      </>
    )
  }
  const unread = room?.unread ?? 0
  return (
    <h2 className={classes.title}>
      <UnstyledButton className={classes.restore} onClick={onOpen} aria-expanded={false}>
        <span id={id}>{name}</span>
        {unread > 0 && (
          <span className={classes.badge}>
            <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
            <span className={classes.hidden}>{t('unread', { count: unread })}</span>
          </span>
        )}
      </UnstyledButton>
    </h2>
  )
}

/** The messages, who is typing, and the field to write. */
function Conversation({ room, seq, at }: { room: RoomDetails; seq?: number; at?: number }) {
  const { t } = useTranslation('messenger')
  const { people, say } = useSignals({ target: 'room', id: room.id })
  const typing = people.filter(({ signal }) => signal === 'typing').map(({ name }) => name)
  return (
    <>
      <MessageList room={room} {...(seq !== undefined && { seq })} />
      <p className={classes.typing} aria-live="polite">
        {typing.length > 0 && t('typing', { count: typing.length, names: enumerated(typing) })}
      </p>
      <Composer room={room} focusAt={at} onTyping={() => say('typing')} onSent={() => say('viewing')} />
    </>
  )
}
