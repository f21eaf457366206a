import type { TFunction } from 'i18next'
import type { ReportSchedule } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import type { WEEKDAYS } from '@/ui/time/weekdays'
import { scheduleLook } from './status'

type Words = { t: TFunction<'report-schedules'>; reports: TFunction<'reports'>; format: Format }
type Weekday = (typeof WEEKDAYS)[number]

/** When a report is made, as people say it. */
export function ruleText(
  t: TFunction<'report-schedules'>,
  { rhythm, at_time, weekday, month_day }: ReportSchedule,
): string {
  const day = rhythm === 'weekly' ? t(`weekday.${(weekday ?? 1) as Weekday}`) : String(month_day ?? '')
  return t(`when.${rhythm}`, { time: at_time, day })
}

const countPeople = ({ recipients, addresses }: ReportSchedule) => recipients.length + addresses.length

export const scheduleColumns = ({ t, reports, format }: Words): Column<ReportSchedule>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 220,
    cell: ({ name }) => name,
    below: ({ report }) => reports(`name.${report}`),
  },
  {
    id: 'rule',
    header: t('field.rhythm'),
    width: 190,
    cell: (schedule) => ruleText(t, schedule),
    below: ({ time_zone }) => time_zone,
  },
  {
    id: 'next_at',
    header: t('field.next_at'),
    sortable: true,
    width: 166,
    cell: ({ next_at }) => next_at && <Moment at={next_at} />,
    text: ({ next_at }) => (next_at ? new Date(next_at) : ''),
  },
  {
    id: 'state',
    header: t('field.state'),
    sortable: true,
    width: 140,
    cell: ({ state }) => <StatusBadge status={scheduleLook(state, t)} />,
    text: ({ state }) => t(`state.${state}`),
  },
  {
    id: 'recipients',
    header: t('field.recipient_ids'),
    width: 120,
    cell: (schedule) =>
      t('recipients', { count: countPeople(schedule), number: format.number(countPeople(schedule)) }),
    text: countPeople,
  },
  {
    id: 'owner',
    roomy: true,
    header: t('field.owner'),
    width: 150,
    cell: ({ owner_name }) => owner_name,
  },
]
