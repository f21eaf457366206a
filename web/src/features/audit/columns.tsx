import { Anchor, Stack, Text } from '@mantine/core'
import type { i18n, TFunction } from 'i18next'
import type { AuditEntry, ProfileMenu } from '@/api/schema'
import { ChangedFields } from '@/app/activity/ChangedFields'
import { actionName } from '@/app/activity/names'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const auditColumns = (
  t: TFunction<'audit'>,
  i18n: i18n,
  show: (entry: AuditEntry) => void,
): Column<AuditEntry>[] => [
  { id: 'occurred_at', header: t('time'), width: 190, cell: (entry) => <Moment at={entry.occurred_at} /> },
  { id: 'action', header: t('action'), main: true, cell: (entry) => actionName(i18n, entry.action) },
  { id: 'user', header: t('user'), width: 160, cell: (entry) => <Who entry={entry} /> },
  { id: 'record', header: t('record'), width: 110, cell: (entry) => <RecordLink entry={entry} /> },
  {
    id: 'changes',
    header: t('changes'),
    width: 230,
    cell: (entry) => <ChangedFields changes={entry.changes} onShow={() => show(entry)} />,
  },
  {
    id: 'request_id',
    header: t('request'),
    width: 280,
    optional: true,
    cell: (entry) => <code>{entry.request_id}</code>,
  },
]

/** In whose name, and who it really was. */
export function Who({ entry: { user, acting_user } }: { entry: AuditEntry }) {
  return (
    <Stack gap={0}>
      <Text span inherit title={user?.email}>
        {user?.name ?? '–'}
      </Text>
      {acting_user && (
        <Text span size="xs" c="dimmed" title={acting_user.email}>
          ↳ {acting_user.name}
        </Text>
      )}
    </Stack>
  )
}

type Screen = { entry: keyof ProfileMenu; to(record: { id: string }): string }

const USER: Screen = { entry: 'users', to: paths['users.show'] }

/** Where a record is shown, to whom that is open. What was done to one's own account is a user's record. */
const SCREENS: Record<string, Screen | undefined> = {
  account: USER,
  domain: { entry: 'tenant_settings', to: () => paths['tenant_settings.tab']({ tab: 'domains' }) },
  package: { entry: 'packages', to: paths['packages.edit'] },
  partner: { entry: 'partners', to: paths['partners.edit'] },
  password: USER,
  second_factor: USER,
  shipment: { entry: 'shipments', to: paths['shipments.show'] },
  shipment_import: { entry: 'shipments', to: paths['shipments.imports.show'] },
  subsidiary: { entry: 'subsidiaries', to: paths['subsidiaries.edit'] },
  user: USER,
  user_profile: { entry: 'profiles', to: paths['profiles.edit'] },
}

/** To the record, where it has a screen and still exists; else to all that was done to it. */
export function RecordLink({ entry: { action, resource_id: id } }: { entry: AuditEntry }) {
  const { menu } = useProfile()
  if (!id) return null
  const [resource = '', verb] = action.split('.')
  const screen = SCREENS[resource]
  const shown = screen && verb !== 'delete' && menu[screen.entry]
  const to = shown ? screen.to({ id }) : `${paths['audit.index']()}?resource_id=${id}`
  return (
    <Anchor component={AppLink} to={to} inherit>
      <code>{id.slice(-8)}</code>
    </Anchor>
  )
}
