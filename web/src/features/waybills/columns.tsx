import type { TFunction } from 'i18next'
import type { Waybill } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { waybillLook } from './status'
import { wayOf } from './way'

type Words = { t: TFunction<'waybills'>; format: Format }

export const waybillColumns = ({ t, format }: Words): Column<Waybill>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 150,
    cell: ({ number }) => number,
    below: ({ provider_name }) => provider_name,
  },
  { id: 'way', header: t('field.way'), width: 120, cell: wayOf, below: ({ flights }) => flights },
  {
    id: 'departs_on',
    header: t('field.departs_on'),
    sortable: true,
    width: 120,
    cell: ({ departs_on }) => departs_on && format.day(departs_on),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 140,
    cell: ({ status }) => <StatusBadge status={waybillLook(status, t)} />,
  },
  {
    id: 'contents',
    optional: true,
    header: t('field.bags'),
    align: 'right',
    width: 110,
    cell: ({ counted }) => format.number(counted.bags),
    below: ({ counted: { loose_shipments: count } }) =>
      count > 0 && t('looseCount', { count, number: format.number(count) }),
  },
  {
    id: 'pieces',
    header: t('field.pieces'),
    align: 'right',
    width: 90,
    cell: ({ totals }) => format.number(totals.pieces),
  },
  {
    id: 'gross',
    header: t('field.gross'),
    align: 'right',
    width: 110,
    cell: ({ totals }) => format.weight(totals.gross_g),
  },
  {
    id: 'chargeable',
    roomy: true,
    header: t('field.chargeable'),
    align: 'right',
    width: 120,
    cell: ({ totals }) => format.weight(totals.chargeable_g),
  },
  {
    id: 'total',
    optional: true,
    header: t('field.total'),
    align: 'right',
    width: 120,
    cell: ({ totals, currency }) => currency && format.money(totals.total, currency),
  },
  {
    id: 'customs_reference',
    optional: true,
    header: t('field.customs_reference'),
    width: 150,
    cell: ({ customs_reference }) => customs_reference,
  },
  {
    id: 'issued_at',
    roomy: true,
    header: t('field.issued_at'),
    sortable: true,
    width: 166,
    cell: ({ issued_at }) => issued_at && <Moment at={issued_at} relative />,
  },
  {
    id: 'created_at',
    optional: true,
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
  },
]
