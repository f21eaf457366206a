import type { TFunction } from 'i18next'
import type { Review } from '@/api/schema'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { Stars } from './Stars'
import { reviewLook } from './status'

type Words = { t: TFunction<'reviews'>; isStaff: boolean }

const clientColumn = (t: TFunction<'reviews'>): Column<Review> => ({
  id: 'client_name',
  sortable: true,
  header: t('field.client'),
  width: 160,
  cell: ({ client_name }) => client_name,
})

export const reviewColumns = ({ t, isStaff }: Words): Column<Review>[] => [
  {
    id: 'tracking_code',
    header: t('field.shipment'),
    main: true,
    width: 150,
    cell: ({ tracking_code }) => tracking_code,
    below: ({ to_city }) => to_city,
  },
  ...(isStaff ? [clientColumn(t)] : []),
  {
    id: 'score',
    header: t('field.score'),
    sortable: true,
    width: 160,
    cell: ({ score }) => score !== null && <Stars score={score} />,
    text: ({ score }) => score ?? '',
  },
  {
    id: 'body',
    header: t('field.body'),
    width: 320,
    cell: ({ body }) => body,
    below: ({ answer }) => answer,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 140,
    cell: ({ status }) => <StatusBadge status={reviewLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'submitted_at',
    header: t('field.submitted_at'),
    sortable: true,
    width: 166,
    cell: ({ submitted_at }) => submitted_at && <Moment at={submitted_at} relative />,
    text: ({ submitted_at }) => (submitted_at ? new Date(submitted_at) : ''),
  },
]
