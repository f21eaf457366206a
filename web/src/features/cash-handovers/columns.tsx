import type { TFunction } from 'i18next'
import type { CashHandover } from '@/api/schema'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { cashHandoverLook } from './status'

type Words = { t: TFunction<'cash-handovers'>; format: Format }

export const cashHandoverColumns = ({ t, format }: Words): Column<CashHandover>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 130,
    cell: ({ number }) => number,
    below: ({ delivery_count }) =>
      t('deliveries', { count: delivery_count, number: format.number(delivery_count) }),
  },
  {
    id: 'driver_name',
    header: t('field.driver'),
    sortable: true,
    width: 170,
    cell: ({ driver_name }) => driver_name,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 140,
    cell: ({ status }) => <StatusBadge status={cashHandoverLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ decision }) => decision && t(`decision.${decision}`),
  },
  {
    id: 'expected',
    roomy: true,
    header: t('field.expected'),
    align: 'right',
    width: 120,
    cell: ({ expected, currency }) => <Money amount={expected} currency={currency} />,
    text: ({ expected }) => Number(expected),
  },
  {
    id: 'counted',
    header: t('field.counted'),
    align: 'right',
    width: 120,
    cell: ({ counted, currency }) => <Money amount={counted} currency={currency} />,
    text: ({ counted }) => Number(counted),
  },
  {
    id: 'difference',
    header: t('field.difference'),
    sortable: true,
    align: 'right',
    width: 120,
    cell: ({ difference, currency }) =>
      Number(difference) !== 0 && <Money amount={difference} currency={currency} />,
    text: ({ difference }) => Number(difference),
  },
  {
    id: 'counted_by_name',
    roomy: true,
    header: t('field.counted_by'),
    width: 150,
    cell: ({ counted_by_name }) => counted_by_name,
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
