import type { TFunction } from 'i18next'
import type { DeliveryRoute } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { runLook } from './status'

type Words = { t: TFunction<'routes'>; format: Format }

export const routeColumns = ({ t, format }: Words): Column<DeliveryRoute>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 130,
    cell: ({ number }) => number,
  },
  {
    id: 'driver_name',
    header: t('field.driver'),
    sortable: true,
    width: 180,
    cell: ({ driver_name }) => driver_name,
    below: ({ vehicle }) => vehicle,
  },
  {
    id: 'on_date',
    header: t('field.on_date'),
    sortable: true,
    width: 110,
    cell: ({ on_date }) => format.day(on_date),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 150,
    cell: ({ status }) => <StatusBadge status={runLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'stops',
    header: t('field.stops'),
    align: 'right',
    width: 110,
    cell: ({ done_count, stop_count }) => t('doneOf', { done: done_count, total: stop_count }),
    text: ({ stop_count }) => stop_count,
  },
  {
    id: 'started_at',
    roomy: true,
    header: t('field.started_at'),
    width: 166,
    cell: ({ started_at }) => started_at && <Moment at={started_at} />,
    text: ({ started_at }) => (started_at ? new Date(started_at) : ''),
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
