import type { TFunction } from 'i18next'
import type { BuyingRequest } from '@/api/schema'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { buyingLook } from './status'

type Words = { t: TFunction<'buying-requests'>; format: Format; isOutside: boolean }

export const buyingColumns = ({ t, format, isOutside }: Words): Column<BuyingRequest>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 170,
    cell: ({ number }) => number,
  },
  {
    id: 'title',
    header: t('field.title'),
    sortable: true,
    width: 220,
    cell: ({ title }) => title,
    below: ({ client_name }) => (isOutside ? undefined : client_name),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 164,
    cell: ({ status }) => <StatusBadge status={buyingLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'quantity',
    roomy: true,
    header: t('field.quantity'),
    align: 'right',
    width: 110,
    cell: ({ quantity }) => format.number(quantity),
    text: ({ quantity }) => quantity,
  },
  {
    id: 'total',
    header: t('field.total'),
    align: 'right',
    width: 130,
    cell: ({ total, currency }) =>
      total !== null && currency !== null && <Money amount={total} currency={currency} />,
    text: ({ total }) => total,
  },
  {
    id: 'quote_until',
    roomy: true,
    header: t('field.quote_until'),
    sortable: true,
    width: 130,
    cell: ({ quote_until }) => quote_until && format.day(quote_until),
  },
  {
    id: 'tracking_code',
    optional: true,
    header: t('field.tracking_code'),
    width: 160,
    cell: ({ tracking_code }) => tracking_code,
  },
  {
    id: 'warehouse',
    optional: true,
    header: t('field.warehouse'),
    width: 120,
    cell: ({ warehouse_code }) => warehouse_code,
  },
  {
    id: 'created_at',
    optional: true,
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
