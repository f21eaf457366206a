import { Group, Text } from '@mantine/core'
import { IconPointFilled } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { User } from '@/api/schema'
import { useIsOnline } from '@/live/link'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { listed } from '@/ui/wording'
import { userLook } from './look'

export const userColumns = (t: TFunction<'users'>): Column<User>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 220,
    cell: (user) => <NameOverEmail user={user} />,
    text: (user) => user.name,
  },
  {
    id: 'email',
    header: t('field.email'),
    sortable: true,
    width: 190,
    optional: true,
    cell: (user) => user.email,
  },
  {
    id: 'user_type',
    header: t('field.user_type'),
    width: 112,
    cell: (user) => t(`type.${user.user_type}`),
  },
  {
    id: 'state',
    header: t('field.state'),
    width: 112,
    cell: (user) => <StatusBadge status={userLook(user, t)} />,
    text: (user) => userLook(user, t).label,
  },
  {
    id: 'client_name',
    header: t('field.company'),
    width: 150,
    cell: (user) => user.client_name ?? user.partner_name,
  },
  {
    id: 'profiles',
    header: t('field.profiles'),
    width: 150,
    cell: (user) => listed(user.profiles.map(({ name }) => name)),
  },
  {
    id: 'last_login_at',
    header: t('field.last_login_at'),
    sortable: true,
    width: 130,
    cell: (user) => <LastThere user={user} />,
    text: (user) => (user.last_login_at ? new Date(user.last_login_at) : t('never')),
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    optional: true,
    cell: (user) => <Moment at={user.created_at} exact />,
    text: (user) => new Date(user.created_at),
  },
]

/** Whether the user is there now, else the last sign-in. */
function LastThere({ user: { id, last_login_at } }: { user: User }) {
  const { t } = useTranslation('users')
  if (useIsOnline(id))
    return (
      <Group gap={6} wrap="nowrap">
        <IconPointFilled size={14} color="var(--mantine-color-teal-filled)" aria-hidden />
        {t('online')}
      </Group>
    )
  return last_login_at ? <Moment at={last_login_at} relative /> : t('never')
}

function NameOverEmail({ user: { name, email } }: { user: User }) {
  return (
    <>
      {name}
      <Text span display="block" size="xs" c="dimmed" fw={400} truncate>
        {email}
      </Text>
    </>
  )
}
