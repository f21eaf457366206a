import { Alert, Anchor, Button, Paper, Skeleton, Stack, Table } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import { useUserShow } from '@/api/generated/endpoints/users/users'
import type { User } from '@/api/schema'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { LANGUAGE_NAMES } from '@/i18n'
import { AppLink } from '@/ui/AppLink'
import { findZone } from '@/ui/fields/TimeZoneSelect'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { userLook } from './look'
import { useUserActions } from './useUserActions'

/** `children` stand under what is known of the user: what other features have to say. */
export function UserPage({ id, children }: { id: string; children?: ReactNode }) {
  const { t } = useTranslation('users')
  const user = useUserShow(id)
  const zones = useLookupTimezones(undefined, FOREVER)
  // Together: a name that came later would move what stands below it.
  if (user.data && !zones.isPending) return <Shown user={user.data.data}>{children}</Shown>
  const missing = statusOf(user.error) === 404
  return (
    <ResourcePage title={missing ? t('show.notFound') : t('show.title')} width="form">
      {user.error ? (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t(missing ? 'show.notFoundText' : 'show.failed')}
        >
          <Button variant="default" onClick={() => void user.refetch()}>
            {t('show.retry')}
          </Button>
        </Alert>
      ) : (
        <Skeleton h="50vh" radius="md" />
      )}
    </ResourcePage>
  )
}

function Shown({ user, children }: { user: User; children: ReactNode }) {
  const { t } = useTranslation('users')
  const { menu } = useProfile()
  return (
    <ResourcePage
      title={user.name}
      aside={<StatusBadge status={userLook(user, t)} />}
      text={user.email}
      action={<Actions user={user} />}
      width="form"
    >
      <Stack gap="md">
        <Paper withBorder radius="md" p="md">
          <Facts user={user} />
          {menu.audit_log && (
            <Anchor
              component={AppLink}
              to={`${paths['audit.index']()}?user_id=${user.id}`}
              size="sm"
              mt="xs"
              display="inline-block"
            >
              {t('show.log')}
            </Anchor>
          )}
        </Paper>
        {children}
      </Stack>
    </ResourcePage>
  )
}

function Facts({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { data: zones } = useLookupTimezones(undefined, FOREVER)
  const zone = user.preferred_timezone_id
  const facts = [
    [t('field.user_type'), t(`type.${user.user_type}`)],
    [t('field.client'), user.client_name],
    [t('field.partner'), user.partner_name],
    [t('field.profiles'), user.profiles.map(({ name }) => name).join(', ')],
    [t('field.subsidiaries'), user.subsidiaries.map(({ title }) => title).join(', ')],
    [t('field.language'), LANGUAGE_NAMES[user.language_id]],
    [t('field.time_zone'), findZone(zones?.data ?? [], zone)?.description ?? zone],
    [
      t('field.last_login_at'),
      user.last_login_at ? <Moment key="login" at={user.last_login_at} /> : t('never'),
    ],
    [t('field.second_factor'), t(user.second_factor ? 'secondFactor.on' : 'secondFactor.off')],
    [t('field.created_at'), <Moment key="created" at={user.created_at} />],
  ] as const
  return (
    <Table variant="vertical" layout="fixed" withRowBorders={false}>
      <Table.Tbody>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w="40%">{label}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  )
}

/** The same verbs as in the menu of a row; those that are refused stay away. */
function Actions({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const menu = useUserActions({ onDeleted: () => void navigate({ to: paths['users.index']() }) })
  const verbs = menu(user).filter((entry) => entry !== 'divider' && entry.run && !entry.refused)
  return (
    <>
      {verbs.map(
        (entry) =>
          entry !== 'divider' && (
            <Button
              key={entry.label}
              variant="default"
              leftSection={<entry.icon size={16} aria-hidden />}
              onClick={entry.run}
            >
              {entry.label}
            </Button>
          ),
      )}
      {user.can.update && (
        <Button
          leftSection={<IconPencil size={16} aria-hidden />}
          renderRoot={(props) => <AppLink {...props} to={paths['users.edit']({ id: user.id })} />}
        >
          {t('action.edit')}
        </Button>
      )}
    </>
  )
}
