import { ActionIcon, Avatar, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  getRoomContactListQueryOptions,
  invalidateRoomList,
  invalidateRoomShow,
  roomAddMembers,
  roomRemoveMember,
  roomUpdate,
} from '@/api/generated/endpoints/chat/chat'
import type { RoomContact, RoomDetails, RoomMember } from '@/api/schema'
import { useProfile } from '@/context/session'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'
import { initials } from '@/ui/initials'
import classes from './Rooms.module.css'

/** Who is in the room; groups take and lose members here. */
export function MembersMenu({ room, onLeft }: { room: RoomDetails; onLeft(): void }) {
  const { t } = useTranslation(['messenger', 'common'])
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        aria-label={t('members', { count: room.members.length })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconUsers size={18} aria-hidden />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('members', { count: room.members.length })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Stack gap="md">
          <ul className={classes.list}>
            {room.members.map((member) => (
              <Member key={member.id} room={room} member={member} />
            ))}
          </ul>
          {room.can.rename && <Rename room={room} />}
          {room.can.add_members && <AddMember room={room} />}
          {room.can.leave && <Leave room={room} onLeft={onLeft} />}
        </Stack>
      </Modal>
    </>
  )
}

function Member({ room, member }: { room: RoomDetails; member: RoomMember }) {
  const { t } = useTranslation('messenger')
  const { id } = useProfile()
  const client = useQueryClient()

  const remove = () =>
    confirm({
      title: t('removeMember.title', { name: member.name }),
      text: t('removeMember.text'),
      action: t('removeMember.action'),
      danger: true,
      run: async () => {
        await roomRemoveMember(room.id, member.id)
        await invalidateRoomShow(client, room.id)
      },
    })

  return (
    <li className={classes.member}>
      <Avatar src={member.picture_url ?? null} size={32} radius="xl" aria-hidden>
        {initials(member.name)}
      </Avatar>
      <span className={classes.memberText}>
        <Text size="sm">
          {member.name} {member.id === id && `(${t('you')})`}
        </Text>
        <Text size="xs" c="dimmed">
          {[member.company_name, member.company_position].filter(Boolean).join(' · ')}
        </Text>
      </span>
      {room.can.remove_members && member.id !== id && (
        <ActionIcon
          color="red"
          variant="subtle"
          aria-label={t('removeMember.title', { name: member.name })}
          onClick={() => void remove()}
        >
          <IconUserMinus size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

const optionsOf = ({ data }: { data: RoomContact[] }) =>
  data
    .filter(({ is_client }) => !is_client)
    .map(({ id, label, company_name }): Option => ({ id, label, hint: company_name ?? '' }))

function AddMember({ room }: { room: RoomDetails }) {
  const { t } = useTranslation('messenger')
  const client = useQueryClient()

  const add = (option: Option | null) => {
    if (!option) return
    roomAddMembers(room.id, { member_ids: [option.id] })
      .then(() => invalidateRoomShow(client, room.id))
      .catch(notify.failure)
  }

  return (
    <RemoteSelect
      label={t('addMember')}
      description={t('addMemberText')}
      placeholder={t('searchPeople')}
      value={null}
      onChange={add}
      options={(search) => ({
        ...getRoomContactListQueryOptions(search ? { search } : undefined),
        select: optionsOf,
      })}
    />
  )
}

/** The name of the group. */
function Rename({ room }: { room: RoomDetails }) {
  const { t } = useTranslation(['messenger', 'common'])
  const client = useQueryClient()
  const [title, setTitle] = useState(room.title ?? '')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isNew = title.trim() !== '' && title.trim() !== room.title

  async function rename() {
    setBusy(true)
    setProblem(undefined)
    try {
      await roomUpdate(room.id, { title: title.trim() })
      await Promise.all([invalidateRoomShow(client, room.id), invalidateRoomList(client)])
      notify.success(t('renamed'))
    } catch (error) {
      setProblem(fieldTexts(error).title ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isNew) void rename()
      }}
    >
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('groupName')}
          maxLength={80}
          value={title}
          error={problem}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" mt={25} loading={busy} disabled={!isNew}>
          {t('rename')}
        </Button>
      </Group>
    </form>
  )
}

function Leave({ room, onLeft }: { room: RoomDetails; onLeft(): void }) {
  const { t } = useTranslation('messenger')
  const { id } = useProfile()
  const client = useQueryClient()

  async function leave() {
    const isDone = await confirm({
      title: t('leave.title'),
      text: t('leave.text'),
      action: t('leave.action'),
      danger: true,
      run: () => roomRemoveMember(room.id, id),
    })
    if (!isDone) return
    onLeft()
    await invalidateRoomList(client)
  }

  return (
    <Group justify="flex-end">
      <Button variant="light" color="red" onClick={() => void leave()}>
        {t('leave.action')}
      </Button>
    </Group>
  )
}
