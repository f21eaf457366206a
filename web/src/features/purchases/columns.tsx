import type { TFunction } from 'i18next'
import type { Purchase } from '@/api/schema'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { purchaseLook } from './status'

type Words = { t: TFunction<'purchases'>; format: Format }

export const purchaseColumns = ({ t, format }: Words): Column<Purchase>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 160,
    cell: ({ number }) => number,
  },
  {
    id: 'supplier',
    header: t('field.supplier'),
    sortable: true,
    width: 150,
    cell: ({ supplier }) => supplier,
    below: ({ client_name }) => client_name ?? t('own'),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 158,
    cell: ({ status }) => <StatusBadge status={purchaseLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'received',
    header: t('field.received'),
    align: 'right',
    width: 110,
    cell: ({ received, quantity }) =>
      t('countOf', { number: format.number(received), total: format.number(quantity) }),
    text: ({ received }) => received,
  },
  {
    id: 'expected_on',
    header: t('field.expected_on'),
    sortable: true,
    width: 130,
    cell: ({ expected_on }) => expected_on && format.day(expected_on),
  },
  {
    id: 'total_cost',
    roomy: true,
    header: t('field.total_cost'),
    align: 'right',
    width: 120,
    cell: ({ total_cost, currency }) =>
      total_cost !== null && <Money amount={total_cost} currency={currency} />,
    text: ({ total_cost }) => total_cost,
  },
  {
    id: 'supplier_reference',
    optional: true,
    header: t('field.supplier_reference'),
    width: 160,
    cell: ({ supplier_reference }) => supplier_reference,
  },
  {
    id: 'warehouse',
    roomy: true,
    header: t('field.warehouse'),
    width: 100,
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
