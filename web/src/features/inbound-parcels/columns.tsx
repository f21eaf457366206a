import { Anchor } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { InboundParcel } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { inboundParcelLook } from './status'

type Words = { t: TFunction<'inbound-parcels'>; format: Format; isStaff: boolean; linksClients: boolean }

export const inboundParcelColumns = ({
  t,
  format,
  isStaff,
  linksClients,
}: Words): Column<InboundParcel>[] => [
  {
    id: 'external_code',
    header: t('field.external_code'),
    main: true,
    sortable: true,
    width: 170,
    cell: ({ external_code }) => external_code,
    below: ({ carrier }) => carrier,
  },
  ...(isStaff ? [clientColumn(t, linksClients)] : []),
  {
    id: 'status',
    header: t('field.status'),
    width: 130,
    cell: ({ status }) => <StatusBadge status={inboundParcelLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ reason }) => reason,
  },
  {
    id: 'content',
    roomy: true,
    header: t('field.content'),
    width: 170,
    cell: ({ content }) => content,
    below: ({ shop }) => shop,
  },
  {
    id: 'warehouse_name',
    roomy: true,
    header: t('field.warehouse'),
    width: 140,
    cell: ({ warehouse_name }) => warehouse_name,
    ...(isStaff && { below: ({ place }: InboundParcel) => place }),
  },
  {
    id: 'weight_g',
    roomy: true,
    header: t('field.weight'),
    align: 'right',
    width: 90,
    cell: ({ weight_g }) => weight_g !== null && format.weight(weight_g),
    text: ({ weight_g }) => weight_g ?? '',
  },
  {
    id: 'photo',
    roomy: true,
    header: t('field.photo'),
    width: 70,
    cell: ({ has_photo }) => has_photo && <IconCamera size={16} role="img" aria-label={t('field.photo')} />,
    text: ({ has_photo }) => (has_photo ? t('field.photo') : ''),
  },
  storageColumn(t, format),
  {
    id: 'value',
    optional: true,
    header: t('field.value'),
    align: 'right',
    width: 110,
    cell: ({ value, currency }) => value && currency && <Money amount={value} currency={currency} />,
    text: ({ value }) => (value ? Number(value) : ''),
  },
  {
    id: 'arrived_at',
    sortable: true,
    header: t('field.arrived_at'),
    width: 166,
    cell: ({ arrived_at }) => arrived_at && <Moment at={arrived_at} relative />,
    text: ({ arrived_at }) => (arrived_at ? new Date(arrived_at) : ''),
  },
  {
    id: 'created_at',
    optional: true,
    sortable: true,
    header: t('field.created_at'),
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]

/** What the storage costs so far, and until when it is free. */
const storageColumn = (t: TFunction<'inbound-parcels'>, format: Format): Column<InboundParcel> => ({
  id: 'storage',
  roomy: true,
  header: t('field.storage'),
  align: 'right',
  width: 130,
  cell: ({ storage }) => storage && <Money amount={storage.amount} currency={storage.currency} />,
  text: ({ storage }) => (storage ? Number(storage.amount) : ''),
  below: ({ storage }) =>
    storage &&
    (storage.paid_days > 0
      ? t('storage.days', { count: storage.paid_days, number: format.number(storage.paid_days) })
      : t('storage.until', { day: format.day(storage.free_until) })),
})

const clientColumn = (t: TFunction<'inbound-parcels'>, linksClients: boolean): Column<InboundParcel> => ({
  id: 'client_name',
  sortable: true,
  header: t('field.client'),
  width: 160,
  cell: ({ client_id, client_name }) => {
    if (!client_id) return t('unidentified')
    if (!linksClients) return client_name
    return (
      <Anchor component={AppLink} to={paths['clients.edit']({ id: client_id })} size="sm">
        {client_name}
      </Anchor>
    )
  },
  text: ({ client_name }) => client_name ?? t('unidentified'),
  below: ({ suite_code }) => suite_code && t('suite', { suite: suite_code }),
})
