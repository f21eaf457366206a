import { Button, Loader } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { roomRead } from '@/api/generated/endpoints/chat/chat'
import type { RoomDetails } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { enumerated } from '@/ui/wording'
import { MessageItem } from './MessageItem'
import classes from './Messages.module.css'
import frame from './Messenger.module.css'
import { useRoomMessages } from './useRoomMessages'

type MessageListProps = { room: RoomDetails; seq?: number }

/** The messages of a room. It stays at the end when new ones arrive, and where it is when older ones are added. */
export function MessageList({ room, seq }: MessageListProps) {
  const { t } = useTranslation('messenger')
  const { id } = useProfile()
  const format = useFormat()
  const result = useRoomMessages(room.id)
  const { messages, hasNextPage, isFetchingNextPage, fetchNextPage } = result
  const scroller = useRef<HTMLDivElement>(null)
  const older = useOlderOnScroll(scroller, hasNextPage && !isFetchingNextPage, () => void fetchNextPage())
  const last = messages.at(-1)
  useRead(room, last?.seq)
  useJump(scroller, seq, result)
  const own = messages.findLast(({ from_member_id }) => from_member_id === id)
  const readers = own
    ? room.members.filter((member) => member.id !== id && member.read_seq >= own.seq).map(({ name }) => name)
    : []
  if (result.error && messages.length === 0) return <LoadFailure title={t('failed')} result={result} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard
    <div ref={scroller} className={classes.scroller} role="log" aria-label={t('messages')} tabIndex={0}>
      <div className={classes.messages}>
        {hasNextPage && (
          <Button
            ref={older}
            size="compact-xs"
            variant="subtle"
            loading={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >
            {t('older')}
          </Button>
        )}
        {result.isPending && <Loader size="sm" className={classes.waiting} />}
        {result.isSuccess && messages.length === 0 && <p className={frame.nothing}>{t('noMessages')}</p>}
        {messages.map((message, at) => {
          const day = format.date(message.created_at)
          const before = messages[at - 1]
          const isNewDay = !before || format.date(before.created_at) !== day
          const isFirst = isNewDay || before.from_member_id !== message.from_member_id
          return (
            <div key={message.id} data-seq={message.seq}>
              {isNewDay && <p className={classes.day}>{day}</p>}
              <MessageItem room={room} message={message} isFirst={isFirst} />
            </div>
          )
        })}
        {own && own === last && readers.length > 0 && (
          <p className={classes.receipt}>
            {room.kind === 'direct' ? t('read') : t('readBy', { names: enumerated(readers) })}
          </p>
        )}
      </div>
    </div>
  )
}

/** Asks for older messages when the beginning comes into view. */
function useOlderOnScroll(scroller: RefObject<HTMLDivElement | null>, isWanted: boolean, load: () => void) {
  const older = useRef<HTMLButtonElement>(null)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    if (!isWanted || !older.current || !scroller.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { root: scroller.current, rootMargin: '120px' },
    )
    observer.observe(older.current)
    return () => observer.disconnect()
  }, [isWanted, scroller])
  return older
}

/** Tells the server what was read, while somebody looks at the page. */
function useRead(room: RoomDetails, lastSeq: number | undefined) {
  const { id, read_seq: readSeq } = room
  useEffect(() => {
    if (lastSeq === undefined || lastSeq <= readSeq) return
    const tell = () => {
      if (document.visibilityState === 'visible')
        roomRead(id, { seq: lastSeq }, { quiet: true }).catch(() => {})
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [id, lastSeq, readSeq])
}

type Pages = ReturnType<typeof useRoomMessages>

/** Loads older messages until the wanted one is there, and shows it. */
function useJump(scroller: RefObject<HTMLDivElement | null>, seq: number | undefined, pages: Pages) {
  const done = useRef<number>(undefined)
  const { messages, hasNextPage, isFetching, fetchNextPage } = pages
  const oldest = messages[0]?.seq
  useEffect(() => {
    if (seq === undefined || oldest === undefined || done.current === seq) return
    if (oldest > seq && hasNextPage) {
      if (!isFetching) void fetchNextPage()
      return
    }
    done.current = seq
    const found = scroller.current?.querySelector(`[data-seq="${seq}"]`)
    found?.scrollIntoView({ block: 'center' })
    found?.setAttribute('data-found', 'true')
  }, [seq, oldest, hasNextPage, isFetching, fetchNextPage, scroller])
}
