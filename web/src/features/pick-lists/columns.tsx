import type { TFunction } from 'i18next'
import type { PickList } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { pickListLook } from './status'

type Words = { t: TFunction<'pick-lists'>; format: Format; isOutside: boolean }

export const pickListColumns = ({ t, format, isOutside }: Words): Column<PickList>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 170,
    cell: ({ number }) => number,
  },
  {
    id: 'reference',
    header: t('field.reference'),
    sortable: true,
    width: 170,
    cell: ({ reference }) => reference,
    below: ({ client_name }) => !isOutside && (client_name ?? t('own')),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 140,
    cell: ({ status }) => <StatusBadge status={pickListLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'picked',
    header: t('field.picked'),
    align: 'right',
    width: 130,
    cell: ({ picked, quantity }) =>
      t('countOf', { number: format.number(picked), total: format.number(quantity) }),
    text: ({ picked }) => picked,
    below: ({ held, to_return }) =>
      to_return > 0
        ? t('toReturn', { number: format.number(to_return) })
        : held > 0 && t('heldCount', { number: format.number(held) }),
  },
  {
    id: 'order',
    optional: true,
    header: t('field.order'),
    width: 170,
    cell: ({ channel, external_id }) => [channel, external_id].filter(Boolean).join(' · '),
  },
  {
    id: 'tracking_code',
    optional: true,
    header: t('field.shipment'),
    width: 160,
    cell: ({ tracking_code }) => tracking_code,
  },
  {
    id: 'warehouse',
    roomy: true,
    header: t('field.warehouse'),
    width: 120,
    cell: ({ warehouse_code }) => warehouse_code,
  },
  {
    id: 'held_until',
    roomy: true,
    header: t('field.held_until'),
    sortable: true,
    width: 166,
    cell: ({ held_until, held }) => held_until && held > 0 && <Moment at={held_until} />,
    text: ({ held_until }) => (held_until ? new Date(held_until) : ''),
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
