import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getRoomContactListQueryOptions,
  invalidateRoomList,
  invalidateRoomShow,
  roomAddMembers,
  roomRemoveMember,
} from '@/api/generated/endpoints/chat/chat'
import type { RoomContact, RoomDetails, RoomMember } from '@/api/schema'
import { useProfile } from '@/app/session'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'
import classes from './Messenger.module.css'

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
      <span>
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
