import type { TFunction } from 'i18next'
import type { Master } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { masterLook } from './status'
import { wayOf } from './way'

type Words = { t: TFunction<'masters'>; format: Format }

export const masterColumns = ({ t, format }: Words): Column<Master>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 170,
    cell: ({ number }) => number,
    below: ({ reference }) => reference,
  },
  { id: 'kind', header: t('field.kind'), width: 150, cell: ({ kind }) => t(`kind.${kind}`) },
  { id: 'way', header: t('field.way'), width: 200, cell: wayOf, below: ({ provider_name }) => provider_name },
  {
    id: 'status',
    header: t('field.status'),
    width: 140,
    cell: ({ status }) => <StatusBadge status={masterLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'bag_count',
    header: t('field.bags'),
    align: 'right',
    sortable: true,
    width: 90,
    cell: ({ bag_count }) => format.number(bag_count),
    text: ({ bag_count }) => bag_count,
  },
  {
    id: 'parcels',
    roomy: true,
    header: t('field.parcels'),
    align: 'right',
    width: 100,
    cell: ({ parcel_count }) => format.number(parcel_count),
    text: ({ parcel_count }) => parcel_count,
  },
  {
    id: 'gross',
    roomy: true,
    header: t('field.gross'),
    align: 'right',
    width: 110,
    cell: ({ gross_g }) => format.weight(gross_g),
    text: ({ gross_g }) => gross_g / 1000,
  },
  {
    id: 'departs_on',
    header: t('field.departs_on'),
    sortable: true,
    width: 120,
    cell: ({ departs_on }) => departs_on && format.day(departs_on),
  },
  {
    id: 'vehicle',
    optional: true,
    header: t('field.vehicle'),
    width: 140,
    cell: ({ vehicle }) => vehicle,
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
