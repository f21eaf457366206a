import type { TFunction } from 'i18next'
import type { Inventory } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { inventoryLook } from './status'

type Words = { t: TFunction<'inventories'>; format: Format }

export const inventoryColumns = ({ t, format }: Words): Column<Inventory>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 170,
    cell: ({ number }) => number,
    below: ({ client_name }) => client_name,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 160,
    cell: ({ status }) => <StatusBadge status={inventoryLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'counted',
    header: t('field.counted'),
    align: 'right',
    width: 130,
    cell: ({ counted, line_count }) =>
      line_count > 0 && t('countOf', { number: format.number(counted), total: format.number(line_count) }),
    text: ({ counted }) => counted,
  },
  {
    id: 'differences',
    header: t('field.differences'),
    align: 'right',
    width: 120,
    cell: ({ differences }) => differences !== null && format.number(differences),
    text: ({ differences }) => differences ?? '',
  },
  {
    id: 'warehouse',
    roomy: true,
    header: t('field.warehouse'),
    width: 120,
    cell: ({ warehouse_code }) => warehouse_code,
  },
  {
    id: 'places',
    optional: true,
    header: t('field.places'),
    align: 'right',
    width: 100,
    cell: ({ place_count }) => format.number(place_count),
    text: ({ place_count }) => place_count,
  },
  { id: 'note', optional: true, header: t('field.note'), width: 200, cell: ({ note }) => note },
  {
    id: 'created_at',
    roomy: true,
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
  {
    id: 'posted_at',
    optional: true,
    header: t('field.posted_at'),
    sortable: true,
    width: 166,
    cell: ({ posted_at }) => posted_at && <Moment at={posted_at} exact />,
    text: ({ posted_at }) => (posted_at ? new Date(posted_at) : ''),
  },
]
