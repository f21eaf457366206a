import { ActionIcon, Button, CloseButton, ScrollArea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessageCirclePlus, IconMessages, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoomList, useRoomSearchList } from '@/api/generated/endpoints/chat/chat'
import { useProfile } from '@/context/session'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import { HitItem } from './HitItem'
import frame from './Messenger.module.css'
import { NewRoom } from './NewRoom'
import { RoomItem } from './RoomItem'
import classes from './Rooms.module.css'

const SEARCH_MS = 500

type PanelProps = {
  onClose(): void
  onKeyDown(event: KeyboardEvent): void
  /** Opens a room, at a message when one was searched for. */
  onOpen(roomId: string, seq?: number): void
}

export function Panel({ onClose, onKeyDown, onOpen }: PanelProps) {
  const { t } = useTranslation(['messenger', 'common'])
  const mayCreate = useProfile().can['room.create'] === true
  const [isNew, setNew] = useState(false)
  const [search, setSearch] = useState('')
  return (
    <section className={frame.panel} aria-labelledby="messenger-title" onKeyDown={onKeyDown}>
      <header className={frame.head}>
        <h2 id="messenger-title" className={frame.title}>
          {t('title')}
        </h2>
        {mayCreate && !isNew && (
          <ActionIcon aria-label={t('create')} onClick={() => setNew(true)}>
            <IconMessageCirclePlus size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <CloseButton aria-label={t('common:close')} onClick={onClose} />
      </header>
      {isNew ? (
        <NewRoom
          onCancel={() => setNew(false)}
          onCreated={(id) => {
            setNew(false)
            onOpen(id)
          }}
        />
      ) : (
        <>
          <TextInput
            className={classes.search}
            size="xs"
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={14} aria-hidden />}
            maxLength={200}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Rooms search={search.trim()} onNew={mayCreate ? () => setNew(true) : undefined} onOpen={onOpen} />
        </>
      )}
    </section>
  )
}

type RoomsProps = { search: string; onNew: (() => void) | undefined; onOpen: PanelProps['onOpen'] }

/** The rooms, or what a search finds: rooms by name, then messages. */
function Rooms({ search, onNew, onOpen }: RoomsProps) {
  const { t } = useTranslation(['messenger', 'common'])
  const [words] = useDebouncedValue(search, SEARCH_MS)
  const rooms = useRoomList(words ? { search: words } : undefined, {
    query: { placeholderData: keepPreviousData },
    request: { quiet: true },
  })
  const hits = useRoomSearchList(
    { search: words },
    { query: { enabled: words !== '', placeholderData: keepPreviousData }, request: { quiet: true } },
  )
  if (rooms.error && !rooms.data) return <LoadFailure title={t('failed')} result={rooms} />
  const all = rooms.data?.data ?? []
  const found = words ? (hits.data?.data ?? []) : []
  const isEmpty = rooms.data !== undefined && all.length === 0 && found.length === 0
  return (
    <ScrollArea className={classes.rooms} aria-busy={rooms.isFetching || hits.isFetching}>
      {isEmpty && words !== '' && <p className={frame.nothing}>{t('common:noResultFor', { text: words })}</p>}
      {isEmpty && words === '' && (
        <EmptyState
          icon={IconMessages}
          title={t('empty')}
          text={onNew && t('emptyText')}
          action={onNew && <Button onClick={onNew}>{t('create')}</Button>}
        />
      )}
      <ul className={classes.list} aria-label={t('rooms')}>
        {all.map((room) => (
          <RoomItem key={room.id} room={room} onOpen={() => onOpen(room.id)} />
        ))}
      </ul>
      {found.length > 0 && (
        <>
          <h3 className={classes.found}>{t('messages')}</h3>
          <ul className={classes.list} aria-label={t('messages')}>
            {found.map((hit) => (
              <HitItem key={hit.message.id} hit={hit} onOpen={() => onOpen(hit.room.id, hit.message.seq)} />
            ))}
          </ul>
        </>
      )}
    </ScrollArea>
  )
}
