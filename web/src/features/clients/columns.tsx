import type { TFunction } from 'i18next'
import { activeColumn, updatedColumn } from '@/blocks/record-columns'
import { documentText } from '@/ui/fields/party'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { listed } from '@/ui/wording'
import type { ClientRow } from './activity'

/** Shipments are counted up to here. */
const COUNTED = 1000

/** The shipments of the client, and the money it can spend. */
const activityColumns = (t: TFunction<'clients'>, format: Format): Column<ClientRow>[] => [
  {
    id: 'shipments',
    header: t('field.shipments'),
    align: 'right',
    width: 96,
    cell: ({ activity }) => {
      const count = activity?.shipments ?? null
      if (count === null) return null
      return format.total({ total: count, total_capped: count >= COUNTED })
    },
    text: ({ activity }) => activity?.shipments ?? null,
  },
  {
    id: 'last_shipment_at',
    header: t('field.last_shipment_at'),
    roomy: true,
    width: 166,
    cell: ({ activity }) => activity?.last_shipment_at && <Moment at={activity.last_shipment_at} relative />,
    text: ({ activity }) => activity?.last_shipment_at ?? null,
  },
  {
    id: 'balance',
    header: t('field.balance'),
    align: 'right',
    width: 108,
    cell: ({ activity }) => balancesOf(activity, format),
    text: ({ activity }) => balancesOf(activity, format),
  },
]

const balancesOf = (activity: ClientRow['activity'], format: Format) =>
  listed((activity?.balances ?? []).map(({ balance, currency }) => format.money(balance, currency)))

export const clientColumns = (
  t: TFunction<'clients'>,
  common: TFunction<'common'>,
  format: Format,
  country: (id: number) => string | null,
  phoneText: (number: string | null) => string | null,
): Column<ClientRow>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 200,
    cell: ({ name }) => name,
    below: ({ name, trading_name }) => trading_name !== name && trading_name,
  },
  { id: 'code', header: t('field.code'), sortable: true, width: 96, cell: ({ code }) => code },
  activeColumn(common),
  {
    id: 'document',
    header: t('field.document'),
    optional: true,
    width: 150,
    cell: ({ document, country_id }) => documentText(document, country_id),
  },
  {
    id: 'city',
    header: t('field.city'),
    sortable: true,
    width: 120,
    cell: ({ city }) => city,
    below: ({ country_id }) => country(country_id),
  },
  { id: 'group', header: t('field.group'), width: 120, cell: ({ group_title }) => group_title },
  ...activityColumns(t, format),
  { id: 'email', header: t('field.email'), optional: true, width: 180, cell: ({ email }) => email },
  {
    id: 'phone',
    header: t('field.phone'),
    optional: true,
    width: 150,
    cell: ({ phone }) => phoneText(phone),
  },
  {
    id: 'suite_code',
    header: t('field.suite_code'),
    optional: true,
    width: 110,
    cell: (it) => it.suite_code,
  },
  {
    id: 'user_count',
    header: t('field.user_count'),
    optional: true,
    align: 'right',
    width: 84,
    cell: ({ user_count }) => format.number(user_count),
    text: ({ user_count }) => user_count,
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    optional: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => created_at,
  },
  updatedColumn(common),
]
