import type { TFunction } from 'i18next'
import { type Reweigh, ReweighStatus } from '@/api/schema'
import { reweighLook, reweighWord } from '@/shared/reweighs/status'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

type Words = { t: TFunction<'reweighs'>; format: Format; isOutside: boolean }

/** The deadline of one that waits for its client: a dispute stops it. */
const deadlineOf = ({ status, deadline_on }: Reweigh) => (status === ReweighStatus.Held ? deadline_on : null)

export const reweighColumns = ({ t, format, isOutside }: Words): Column<Reweigh>[] => [
  {
    id: 'tracking_code',
    header: t('field.shipment'),
    main: true,
    sortable: true,
    width: 152,
    cell: ({ tracking_code }) => tracking_code,
    below: ({ client_name }) => !isOutside && client_name,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 130,
    cell: ({ status }) => <StatusBadge status={reweighLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: (reweigh) => reweighWord(reweigh, t),
  },
  {
    id: 'measured_weight_g',
    header: t('field.measured'),
    align: 'right',
    width: 112,
    cell: ({ measured_weight_g }) => format.weight(measured_weight_g),
    text: ({ measured_weight_g }) => measured_weight_g,
    below: ({ declared_weight_g }) =>
      declared_weight_g === null ? null : t('declaredAs', { weight: format.weight(declared_weight_g) }),
  },
  {
    id: 'difference',
    header: t('field.difference'),
    sortable: true,
    align: 'right',
    width: 124,
    cell: ({ difference, currency }) =>
      difference && currency && <Money amount={difference} currency={currency} signed />,
    text: ({ difference }) => (difference ? Number(difference) : ''),
  },
  {
    id: 'deadline_on',
    header: t('field.deadline'),
    sortable: true,
    width: 98,
    cell: (reweigh) => {
      const day = deadlineOf(reweigh)
      return day && format.day(day)
    },
    text: (reweigh) => deadlineOf(reweigh) ?? '',
  },
  {
    id: 'dispute',
    roomy: true,
    header: t('field.dispute'),
    width: 180,
    cell: ({ dispute }) => dispute,
    text: ({ dispute }) => dispute ?? '',
  },
  {
    id: 'created_at',
    header: t('field.measured_at'),
    sortable: true,
    roomy: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
