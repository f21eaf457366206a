import type { i18n, TFunction } from 'i18next'
import type { AuditEntry } from '@/api/schema'
import { ChangedFields } from '@/app/activity/ChangedFields'
import { actionName } from '@/app/activity/names'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const activityColumns = (
  t: TFunction<'account'>,
  i18n: i18n,
  show: (entry: AuditEntry) => void,
): Column<AuditEntry>[] => [
  {
    id: 'occurred_at',
    header: t('activity.time'),
    width: 190,
    cell: (entry) => <Moment at={entry.occurred_at} relative />,
  },
  { id: 'action', header: t('activity.action'), main: true, cell: (entry) => actionName(i18n, entry.action) },
  {
    id: 'by',
    header: t('activity.by'),
    width: 200,
    cell: whoDid,
  },
  {
    id: 'changes',
    header: t('activity.changes'),
    width: 260,
    cell: (entry) => <ChangedFields changes={entry.changes} onShow={() => show(entry)} />,
  },
]

/** The user who acted in this user's name, or the user this one acted as. */
export const whoDid = ({ user, acting_user }: AuditEntry) => (acting_user ?? user)?.name ?? '–'
