import type { TFunction } from 'i18next'
import type { Stock } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { lotLook } from './status'

/** Columns that say nothing to a client. */
const INSIDE = ['client', 'partner', 'provider']

export const stockColumns = (t: TFunction<'stocks'>, format: Format, is_outside: boolean): Column<Stock>[] =>
  allColumns(t, format).filter(({ id }) => !is_outside || !INSIDE.includes(id))

const allColumns = (t: TFunction<'stocks'>, format: Format): Column<Stock>[] => [
  {
    id: 'title',
    header: t('field.item'),
    main: true,
    sortable: true,
    width: 200,
    cell: ({ title }) => title,
    below: ({ sku }) => sku,
  },
  {
    id: 'lot',
    header: t('field.lot'),
    sortable: true,
    width: 100,
    cell: ({ lot }) => lot || t('noLot'),
  },
  {
    id: 'expiration_date',
    header: t('field.expiration_date'),
    sortable: true,
    width: 115,
    cell: ({ expiration_date }) => expiration_date && format.day(expiration_date),
  },
  {
    id: 'place',
    header: t('field.place'),
    sortable: true,
    width: 105,
    cell: ({ place }) => place,
    below: ({ warehouse_code }) => warehouse_code,
  },
  {
    id: 'on_hand',
    header: t('field.on_hand'),
    align: 'right',
    sortable: true,
    width: 95,
    cell: ({ on_hand }) => format.number(on_hand),
    text: ({ on_hand }) => on_hand,
    below: ({ ledger_difference }) => ledger_difference !== null && t('differs'),
  },
  {
    id: 'available',
    header: t('field.available'),
    align: 'right',
    width: 95,
    cell: ({ available }) => format.number(available),
    text: ({ available }) => available,
  },
  {
    id: 'reserved',
    roomy: true,
    header: t('field.reserved'),
    align: 'right',
    sortable: true,
    width: 105,
    cell: ({ reserved }) => format.number(reserved),
    text: ({ reserved }) => reserved,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 118,
    cell: ({ status }) => <StatusBadge status={lotLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'client',
    roomy: true,
    header: t('field.client'),
    width: 150,
    cell: ({ client_name }) => client_name ?? t('own'),
  },
  { id: 'partner', optional: true, header: t('field.partner'), width: 150, cell: ({ partner }) => partner },
  {
    id: 'provider',
    optional: true,
    header: t('field.provider'),
    width: 150,
    cell: ({ provider }) => provider,
  },
  {
    id: 'removed_itens',
    optional: true,
    header: t('field.removed_itens'),
    align: 'right',
    sortable: true,
    width: 120,
    cell: ({ removed_itens }) => format.number(removed_itens),
    text: ({ removed_itens }) => removed_itens,
  },
  {
    id: 'received_at',
    optional: true,
    header: t('field.received_at'),
    sortable: true,
    width: 166,
    cell: ({ received_at }) => <Moment at={received_at} relative />,
    text: ({ received_at }) => new Date(received_at),
  },
  {
    id: 'last_moved_at',
    optional: true,
    header: t('field.last_moved_at'),
    sortable: true,
    width: 166,
    cell: ({ last_moved_at }) => last_moved_at && <Moment at={last_moved_at} relative />,
    text: ({ last_moved_at }) => (last_moved_at ? new Date(last_moved_at) : ''),
  },
]
