import { Anchor, Stack, Text } from '@mantine/core'
import type { i18n, TFunction } from 'i18next'
import type { AuditEntry } from '@/api/schema'
import { ChangedFields } from '@/app/activity/ChangedFields'
import { actionName } from '@/app/activity/names'
import { paths } from '@/app/paths'
import { RECORDS } from '@/app/records'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const auditColumns = (
  t: TFunction<'audit'>,
  i18n: i18n,
  show: (entry: AuditEntry) => void,
): Column<AuditEntry>[] => [
  {
    id: 'occurred_at',
    header: t('time'),
    width: 190,
    cell: (entry) => <Moment at={entry.occurred_at} relative />,
  },
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

/** To the record, where it has a screen and still exists; else to all that was done to it. */
export function RecordLink({ entry: { action, resource_id: id } }: { entry: AuditEntry }) {
  const { menu } = useProfile()
  if (!id) return null
  const [resource = '', verb] = action.split('.')
  const record = RECORDS[resource]
  const shown = record && verb !== 'delete' && menu[record.menu]
  const to = shown ? record.to({ id }) : `${paths['audit.index']()}?resource_id=${id}`
  return (
    <Anchor component={AppLink} to={to} inherit>
      <code>{id.slice(-8)}</code>
    </Anchor>
  )
}
