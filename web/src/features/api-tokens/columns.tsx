import type { TFunction } from 'i18next'
import type { ApiToken } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { apiTokenLook } from './status'
import { isUnused } from './unused'

type Words = { t: TFunction<'api-tokens'>; format: Format }

export const apiTokenColumns = ({ t, format }: Words): Column<ApiToken>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 220,
    cell: ({ name }) => name,
    below: ({ prefix }) => <code>{`rem_live_${prefix}…`}</code>,
  },
  {
    id: 'user_name',
    roomy: true,
    header: t('field.user'),
    sortable: true,
    width: 150,
    cell: ({ user_name }) => user_name,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 170,
    cell: ({ status }) => <StatusBadge status={apiTokenLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'scopes',
    header: t('field.scopes'),
    width: 130,
    cell: ({ scopes }) => t('rights', { count: scopes.length, number: format.number(scopes.length) }),
    text: ({ scopes }) => scopes.length,
  },
  {
    id: 'networks',
    roomy: true,
    header: t('field.networks'),
    width: 160,
    cell: ({ networks }) => networks.join(', ') || t('anywhere'),
  },
  {
    id: 'expires_at',
    header: t('field.expires_at'),
    sortable: true,
    width: 166,
    cell: ({ expires_at }) => <Moment at={expires_at} />,
    text: ({ expires_at }) => new Date(expires_at),
  },
  {
    id: 'last_used_at',
    header: t('field.last_used_at'),
    sortable: true,
    width: 166,
    cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} relative /> : t('neverUsed')),
    text: ({ last_used_at }) => (last_used_at ? new Date(last_used_at) : ''),
    below: (token) => (isUnused(token) ? t('unused') : token.last_used_from),
  },
  {
    id: 'recent_calls',
    roomy: true,
    header: t('field.recent_calls'),
    width: 130,
    align: 'right',
    cell: ({ recent_calls }) => (recent_calls == null ? '' : format.number(recent_calls)),
    text: ({ recent_calls }) => recent_calls ?? '',
  },
]
