import { Alert, Button, Checkbox, Group, ScrollArea, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { invalidateRoomList, roomCreate, useRoomContactList } from '@/api/generated/endpoints/chat/chat'
import type { RoomContact } from '@/api/schema'
import { uuidV7 } from '@/ui/form/uuid'
import { LoadFailure } from '@/ui/LoadFailure'
import frame from './Messenger.module.css'
import classes from './Rooms.module.css'

const SEARCH_MS = 500

type NewRoomProps = { onCancel(): void; onCreated(id: string): void }

/** Chooses who is in a new room: one person gives a direct chat, more give a group with a name. */
export function NewRoom({ onCancel, onCreated }: NewRoomProps) {
  const { t } = useTranslation(['messenger', 'common'])
  const [chosen, setChosen] = useState<RoomContact[]>([])
  const [title, setTitle] = useState('')
  const { create, busy, problem } = useCreate(onCreated)
  const isGroup = chosen.length > 1
  const isReady = chosen.length > 0 && (!isGroup || title.trim() !== '')
  return (
    <form
      className={classes.form}
      aria-label={t('create')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void create(chosen, isGroup ? title.trim() : undefined)
      }}
    >
      <Contacts chosen={chosen} onChange={setChosen} onClient={onCreated} />
      {isGroup && (
        <TextInput
          size="sm"
          label={t('groupName')}
          withAsterisk
          maxLength={80}
          value={title}
          error={problem.title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
      {problem.text && (
        <Alert color="red" role="alert" p="xs">
          {problem.text}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button size="xs" type="submit" loading={busy} disabled={!isReady}>
          {isGroup ? t('createGroup') : t('startChat')}
        </Button>
      </Group>
    </form>
  )
}

type ContactsProps = {
  chosen: RoomContact[]
  onChange(chosen: RoomContact[]): void
  /** A client's room is there already. */
  onClient(id: string): void
}

/** People as boxes to tick; those chosen stay in the list whatever is searched. */
function Contacts({ chosen, onChange, onClient }: ContactsProps) {
  const { t } = useTranslation(['messenger', 'common'])
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), SEARCH_MS)
  const result = useRoomContactList(words ? { search: words } : undefined, {
    query: { placeholderData: keepPreviousData },
    request: { quiet: true },
  })
  const ids = new Set(chosen.map(({ id }) => id))
  const found = (result.data?.data ?? []).filter(({ id }) => !ids.has(id))
  const toggle = (contact: RoomContact) =>
    onChange(ids.has(contact.id) ? chosen.filter(({ id }) => id !== contact.id) : [...chosen, contact])
  return (
    <>
      <TextInput
        size="xs"
        label={t('people')}
        placeholder={t('searchPeople')}
        data-autofocus
        autoFocus
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <ScrollArea className={classes.rooms}>
        {result.error && !result.data && <LoadFailure title={t('failed')} result={result} />}
        {result.data && found.length === 0 && (
          <p className={frame.nothing}>{words ? t('common:noResultFor', { text: words }) : t('nobody')}</p>
        )}
        <ul className={classes.list} aria-label={t('people')}>
          {[...chosen, ...found].map((contact) => (
            <li key={contact.id}>
              {contact.is_client ? (
                <UnstyledButton className={classes.contact} onClick={() => onClient(contact.id)}>
                  <IconBuildingStore size={18} stroke={1.75} aria-hidden />
                  {t('roomOfClient', { name: contact.label })}
                </UnstyledButton>
              ) : (
                <Checkbox
                  className={classes.contact}
                  label={contact.label}
                  description={contact.company_name}
                  checked={ids.has(contact.id)}
                  onChange={() => toggle(contact)}
                />
              )}
            </li>
          ))}
        </ul>
      </ScrollArea>
    </>
  )
}

/** Creates once: the same attempt keeps its id. */
function useCreate(onCreated: (id: string) => void) {
  const client = useQueryClient()
  const [key] = useState(uuidV7)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function create(members: RoomContact[], title: string | undefined) {
    setBusy(true)
    setError(undefined)
    try {
      const { data } = await roomCreate({
        key,
        member_ids: members.map(({ id }) => id),
        title: title ?? null,
      })
      await invalidateRoomList(client)
      onCreated(data.id)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const fields: Partial<Record<string, string>> = error ? fieldTexts(error) : {}
  const { title, ...others } = fields
  const text = error ? Object.values(others).join(' ') || (title ? undefined : errorText(error)) : undefined
  return { create, busy, problem: { title, text } }
}
