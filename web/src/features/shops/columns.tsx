import type { TFunction } from 'i18next'
import type { Shop } from '@/api/schema'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { shopLook } from './status'
import { callText } from './words'

export const shopColumns = (t: TFunction<'shops'>): Column<Shop>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 220,
    cell: ({ name }) => name,
    below: ({ kind, channel }) => `${t(`kind.${kind}`)} · ${channel}`,
  },
  {
    id: 'client',
    header: t('field.client'),
    roomy: true,
    width: 160,
    cell: ({ client_name }) => client_name ?? t('company'),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 150,
    cell: ({ status }) => <StatusBadge status={shopLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ refused_at }) => refused_at && t('wrongSignature'),
  },
  {
    id: 'last_call',
    header: t('field.last_call'),
    width: 260,
    cell: ({ calls: [last] }) => (last ? callText(t, last) : t('noCalls')),
    below: ({ calls: [last] }) => last && <Moment at={last.at} relative />,
  },
  {
    id: 'user_name',
    header: t('field.user'),
    roomy: true,
    width: 150,
    cell: ({ user_name }) => user_name,
  },
  {
    id: 'expires_at',
    header: t('field.expires_at'),
    roomy: true,
    width: 166,
    cell: ({ expires_at }) => <Moment at={expires_at} />,
    text: ({ expires_at }) => new Date(expires_at),
  },
]
