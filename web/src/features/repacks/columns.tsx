import type { TFunction } from 'i18next'
import type { Repack } from '@/api/schema'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { repackLook } from './status'

type Words = { t: TFunction<'repacks'>; format: Format; isStaff: boolean }

export const repackColumns = ({ t, format, isStaff }: Words): Column<Repack>[] => [
  {
    id: 'parcel_count',
    header: t('field.parcels'),
    main: true,
    sortable: true,
    width: 140,
    cell: ({ parcel_count }) => t('parcels', { count: parcel_count, number: format.number(parcel_count) }),
    text: ({ parcel_count }) => parcel_count,
    below: ({ tracking_code }) => tracking_code,
  },
  ...(isStaff ? [clientColumn(t)] : []),
  {
    id: 'status',
    header: t('field.status'),
    width: 130,
    cell: ({ status }) => <StatusBadge status={repackLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ reason }) => reason,
  },
  {
    id: 'warehouse_name',
    roomy: true,
    header: t('field.warehouse'),
    width: 150,
    cell: ({ warehouse_name }) => warehouse_name,
  },
  {
    id: 'fee',
    roomy: true,
    header: t('field.fee'),
    align: 'right',
    width: 110,
    cell: ({ fee, currency }) => <Money amount={fee} currency={currency} />,
    text: ({ fee }) => Number(fee),
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
  {
    id: 'packed_at',
    roomy: true,
    header: t('field.packed_at'),
    sortable: true,
    width: 166,
    cell: ({ packed_at }) => packed_at && <Moment at={packed_at} relative />,
    text: ({ packed_at }) => (packed_at ? new Date(packed_at) : ''),
  },
]

const clientColumn = (t: TFunction<'repacks'>): Column<Repack> => ({
  id: 'client_name',
  sortable: true,
  header: t('field.client'),
  width: 170,
  cell: ({ client_name }) => client_name,
  below: ({ suite_code }) => t('suite', { suite: suite_code }),
})
