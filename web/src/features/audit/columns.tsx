import { Stack, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { AuditEntry } from '@/api/schema'
import { EntryText } from '@/shared/activity/EntryText'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const auditColumns = (
  t: TFunction<'audit'>,
  show: (entry: AuditEntry) => void,
): Column<AuditEntry>[] => [
  {
    id: 'occurred_at',
    header: t('time'),
    width: 166,
    cell: (entry) => <Moment at={entry.occurred_at} relative />,
  },
  { id: 'user', header: t('user'), width: 170, cell: (entry) => <Who entry={entry} t={t} /> },
  {
    id: 'action',
    header: t('action'),
    main: true,
    width: 480,
    cell: (entry) => <EntryText entry={entry} onShow={() => show(entry)} />,
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
function Who({ entry: { user, acting_user, api_token }, t }: { entry: AuditEntry; t: TFunction<'audit'> }) {
  return (
    <Stack gap={0}>
      <Text span inherit title={user?.email}>
        {user?.name || '–'}
      </Text>
      {acting_user && (
        <Text span size="xs" c="dimmed" title={acting_user.email}>
          ↳ {acting_user.name}
        </Text>
      )}
      {api_token && (
        <Text span size="xs" c="dimmed">
          {t('withToken', { name: api_token.name })}
        </Text>
      )}
    </Stack>
  )
}
