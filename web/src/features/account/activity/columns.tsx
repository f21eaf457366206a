import type { TFunction } from 'i18next'
import type { AuditEntry } from '@/api/schema'
import { EntryText } from '@/shared/activity/EntryText'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const activityColumns = (
  t: TFunction<'account'>,
  show: (entry: AuditEntry) => void,
): Column<AuditEntry>[] => [
  {
    id: 'occurred_at',
    header: t('activity.time'),
    width: 166,
    cell: (entry) => <Moment at={entry.occurred_at} relative />,
  },
  { id: 'by', header: t('activity.by'), width: 180, cell: whoDid },
  {
    id: 'action',
    header: t('activity.action'),
    main: true,
    width: 320,
    cell: (entry) => <EntryText entry={entry} onShow={() => show(entry)} />,
  },
]

/** The user who acted in this user's name, or the user this one acted as. */
export const whoDid = ({ user, acting_user }: AuditEntry) => (acting_user ?? user)?.name ?? '–'
