import type { TFunction } from 'i18next'
import type { Manifest } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { manifestLook } from './status'
import { receiverOf, wayOf } from './way'

type Words = { t: TFunction<'manifests'>; format: Format }

export const manifestColumns = ({ t, format }: Words): Column<Manifest>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 170,
    cell: ({ number }) => number,
    below: receiverOf,
  },
  { id: 'way', header: t('field.way'), width: 150, cell: wayOf, below: ({ mawb_number }) => mawb_number },
  {
    id: 'status',
    header: t('field.status'),
    width: 150,
    cell: ({ status }) => <StatusBadge status={manifestLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ rejected_count }) => rejected_count > 0 && t('rejectedHouses', { count: rejected_count }),
  },
  {
    id: 'house_count',
    header: t('field.houses'),
    align: 'right',
    sortable: true,
    width: 110,
    cell: ({ house_count }) => house_count !== null && format.number(house_count),
    text: ({ house_count }) => house_count ?? '',
  },
  {
    id: 'weight',
    header: t('field.weight'),
    align: 'right',
    width: 110,
    cell: ({ weight_g }) => weight_g !== null && format.weight(weight_g),
    text: ({ weight_g }) => weight_g ?? '',
  },
  {
    id: 'revision',
    roomy: true,
    header: t('field.revision'),
    align: 'right',
    width: 90,
    cell: ({ revision }) => revision,
  },
  {
    id: 'closed_at',
    roomy: true,
    header: t('field.closed_at'),
    sortable: true,
    width: 166,
    cell: ({ closed_at }) => closed_at && <Moment at={closed_at} relative />,
    text: ({ closed_at }) => (closed_at ? new Date(closed_at) : ''),
  },
  {
    id: 'sent_at',
    roomy: true,
    header: t('field.sent_at'),
    sortable: true,
    width: 166,
    cell: ({ sent_at }) => sent_at && <Moment at={sent_at} relative />,
    text: ({ sent_at }) => (sent_at ? new Date(sent_at) : ''),
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
