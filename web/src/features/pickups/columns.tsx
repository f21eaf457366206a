import type { TFunction } from 'i18next'
import type { Pickup } from '@/api/schema'
import type { StreetOf } from '@/api/usePlaces'
import { pickupLook } from '@/shared/pickups/status'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { weekdayAndDay } from '@/ui/time/weekdays'

type Words = { t: TFunction<'pickups'>; format: Format; streetOf: StreetOf; isStaff: boolean }

export const pickupColumns = ({ t, format, streetOf, isStaff }: Words): Column<Pickup>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 164,
    cell: ({ number }) => number,
  },
  {
    id: 'starts_at',
    header: t('field.window'),
    sortable: true,
    width: 150,
    cell: ({ on_date }) => weekdayAndDay(format, on_date),
    text: ({ starts_at }) => new Date(starts_at),
    below: ({ from_time, to_time }) => t('times', { from: from_time, to: to_time }),
  },
  ...(isStaff ? [clientColumn(t)] : []),
  {
    id: 'city',
    header: t('field.place'),
    width: 170,
    cell: ({ city }) => city,
    below: ({ country_id, address_1, address_number }) => streetOf({ country_id, address_1, address_number }),
  },
  {
    id: 'parcels',
    header: t('field.parcels'),
    sortable: true,
    align: 'right',
    width: 84,
    cell: ({ parcels }) => format.number(parcels),
    text: ({ parcels }) => parcels,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 176,
    cell: ({ status }) => <StatusBadge status={pickupLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ fail_reason, tasks }) =>
      tasks.length > 0 ? t('tasks', { count: tasks.length }) : fail_reason && t(`reason.${fail_reason}`),
  },
  {
    id: 'carrier_name',
    roomy: true,
    header: t('field.carrier'),
    width: 150,
    cell: ({ carrier_name }) => carrier_name,
    below: ({ confirmation_no }) => confirmation_no,
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

const clientColumn = (t: TFunction<'pickups'>): Column<Pickup> => ({
  id: 'client_name',
  sortable: true,
  header: t('field.client'),
  width: 160,
  cell: ({ client_name }) => client_name,
})
