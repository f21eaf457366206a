import { ActionIcon, Anchor, Menu, UnstyledButton } from '@mantine/core'
import { IconDots, IconLifebuoy, IconMoodSmile, IconPackage, IconPaperclip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidateRoomMessageList, roomReact } from '@/api/generated/endpoints/chat/chat'
import { type Reaction, type RoomDetails, type RoomMessage, reactionValues } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { listed } from '@/ui/wording'
import classes from './Messages.module.css'
import frame from './Messenger.module.css'
import { TicketDialog } from './TicketDialog'

const FACES: Record<Reaction, string> = {
  like: '👍',
  unlike: '👎',
  happy: '😀',
  smiling: '🙂',
  funny: '😂',
  sad: '😢',
}

type MessageItemProps = {
  room: RoomDetails
  message: RoomMessage
  /** The first of several by the same author. */
  isFirst: boolean
}

export function MessageItem({ room, message, isFirst }: MessageItemProps) {
  const { t } = useTranslation('messenger')
  const { id } = useProfile()
  const format = useFormat()
  const isOwn = message.from_member_id === id
  return (
    <article
      className={classes.message}
      data-own={isOwn || undefined}
      aria-label={t('messageOf', { name: message.from_name })}
    >
      {isFirst && !isOwn && (
        <p className={classes.author}>
          <b>{message.from_name}</b> {message.from_company}
        </p>
      )}
      <div className={classes.line}>
        <div className={classes.bubble}>
          {message.body && <p className={classes.body}>{message.body}</p>}
          <Files roomId={room.id} message={message} />
          <Links message={message} />
          <time
            className={classes.time}
            dateTime={message.created_at}
            title={format.exact(message.created_at)}
          >
            {format.time(message.created_at)}
          </time>
        </div>
        <Actions room={room} message={message} />
      </div>
      <Reactions room={room} message={message} />
    </article>
  )
}

const IMAGES = ['image/jpeg', 'image/png']

function Files({ roomId, message: { files } }: { roomId: string; message: RoomMessage }) {
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className={classes.files}>
      {files.map(({ id, file_name, file_size, content_type }) => {
        const url = `/api/rooms/${roomId}/files/${id}`
        return (
          <li key={id}>
            <Anchor size="sm" href={url} download={file_name}>
              {IMAGES.includes(content_type) ? (
                <img className={classes.picture} src={url} alt={file_name} loading="lazy" />
              ) : (
                <>
                  <IconPaperclip size={14} aria-hidden /> {file_name} ({format.bytes(file_size)})
                </>
              )}
            </Anchor>
          </li>
        )
      })}
    </ul>
  )
}

/** The shipment and the ticket of a message. */
function Links({ message: { shipment_id, shipment, ticket_id, ticket_number } }: { message: RoomMessage }) {
  const { t } = useTranslation('messenger')
  return (
    <>
      {shipment_id && (
        <Anchor
          component={AppLink}
          className={classes.link}
          to={paths['shipments.show']({ id: shipment_id })}
        >
          <IconPackage size={14} aria-hidden /> {shipment}
        </Anchor>
      )}
      {ticket_id && (
        <Anchor
          component={AppLink}
          className={classes.link}
          to={paths['support_tickets.show']({ id: ticket_id })}
        >
          <IconLifebuoy size={14} aria-hidden /> {t('ticket', { number: ticket_number })}
        </Anchor>
      )}
    </>
  )
}

type PartProps = { room: RoomDetails; message: RoomMessage }

/** Sets this user's reaction, or takes the same one back. */
function useReact({ room, message }: PartProps) {
  const client = useQueryClient()
  const { id } = useProfile()
  const own = message.reactions.find(({ member_id }) => member_id === id)?.reaction
  const react = (reaction: Reaction) =>
    roomReact(room.id, message.id, { reaction: reaction === own ? null : reaction })
      .then(() => invalidateRoomMessageList(client, room.id))
      .catch(notify.failure)
  return { own, react }
}

function Actions({ room, message }: PartProps) {
  const { t } = useTranslation('messenger')
  const { can } = useProfile()
  const [isTicket, setTicket] = useState(false)
  const { own, react } = useReact({ room, message })
  return (
    <div className={classes.actions}>
      <Menu position="top" withinPortal>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('react')}>
            <IconMoodSmile size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.faces}>
            {reactionValues.map((reaction) => (
              <Menu.Item
                key={reaction}
                className={classes.face}
                aria-label={t(`reaction.${reaction}`)}
                data-own={own === reaction || undefined}
                onClick={() => void react(reaction)}
              >
                {FACES[reaction]}
              </Menu.Item>
            ))}
          </div>
        </Menu.Dropdown>
      </Menu>
      {can['support_ticket.create'] && !message.ticket_id && (
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('more')}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconLifebuoy size={16} aria-hidden />} onClick={() => setTicket(true)}>
              {t('openTicket')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isTicket && <TicketDialog room={room} message={message} onClose={() => setTicket(false)} />}
    </div>
  )
}

function Reactions({ room, message }: PartProps) {
  const { t } = useTranslation('messenger')
  const { own, react } = useReact({ room, message })
  const given = [...Map.groupBy(message.reactions, ({ reaction }) => reaction)]
  if (given.length === 0) return null
  return (
    <div className={classes.reactions}>
      {given.map(([reaction, all]) => {
        const names = listed(all.map(({ name }) => name))
        return (
          <UnstyledButton
            key={reaction}
            className={classes.reaction}
            aria-pressed={own === reaction}
            title={names}
            onClick={() => void react(reaction)}
          >
            <span aria-hidden>{`${FACES[reaction]} ${all.length}`}</span>
            <span className={frame.hidden}>
              {t('reactedBy', { reaction: t(`reaction.${reaction}`), names })}
            </span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}
