import type { TFunction } from 'i18next'
import type { CodPayout } from '@/api/schema'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { codPayoutLook } from './status'

type Words = { t: TFunction<'cod-payouts'>; format: Format; isOutside: boolean }

const clientColumn = (t: TFunction<'cod-payouts'>): Column<CodPayout> => ({
  id: 'client_name',
  header: t('field.client'),
  sortable: true,
  width: 200,
  cell: ({ client_name }) => client_name,
})

/** Clients see only their own. */
export const codPayoutColumns = ({ t, format, isOutside }: Words): Column<CodPayout>[] => [
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
  ...(isOutside ? [] : [clientColumn(t)]),
  {
    id: 'status',
    header: t('field.status'),
    width: 130,
    cell: ({ status }) => <StatusBadge status={codPayoutLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'method',
    header: t('field.method'),
    width: 150,
    cell: ({ method }) => t(`method.${method}`),
    below: ({ reference }) => reference,
  },
  {
    id: 'amount',
    header: t('field.amount'),
    sortable: true,
    align: 'right',
    width: 130,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => Number(amount),
  },
  {
    id: 'paid_on',
    header: t('field.paid_on'),
    sortable: true,
    width: 120,
    cell: ({ paid_on }) => format.day(paid_on),
    text: ({ paid_on }) => paid_on,
  },
  {
    id: 'created_at',
    roomy: true,
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
