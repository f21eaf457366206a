import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { PartyDocument } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { documentLook } from './status'

type Words = { t: TFunction<'party-documents'>; format: Format }

export const partyDocumentColumns = ({ t, format }: Words): Column<PartyDocument>[] => [
  {
    id: 'kind',
    header: t('field.kind'),
    main: true,
    sortable: true,
    width: 200,
    cell: ({ kind, type_name }) => type_name ?? t(`kind.${kind}`),
    below: ({ number }) => number,
  },
  {
    id: 'owner',
    header: t('field.owner'),
    width: 200,
    cell: ({ owner_name }) => owner_name,
    below: ({ owner_type }) => t(`owner.${owner_type}`),
  },
  {
    id: 'state',
    header: t('field.state'),
    width: 140,
    cell: ({ state }) => <StatusBadge status={documentLook(state, t)} />,
    text: ({ state }) => t(`state.${state}`),
  },
  {
    id: 'expires_on',
    header: t('field.expires_on'),
    sortable: true,
    width: 110,
    cell: ({ expires_on }) => expires_on && format.day(expires_on),
    text: ({ expires_on }) => expires_on ?? '',
  },
  {
    id: 'delete_on',
    header: t('field.delete_on'),
    sortable: true,
    width: 150,
    cell: ({ delete_on }) => delete_on && format.day(delete_on),
    text: ({ delete_on }) => delete_on ?? '',
  },
  {
    id: 'file',
    header: t('field.file'),
    width: 180,
    cell: ({ id, file_name }) =>
      file_name && (
        <Anchor size="sm" href={`/api/party_documents/${id}/file`} download>
          {file_name}
        </Anchor>
      ),
    text: ({ file_name }) => file_name ?? '',
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    roomy: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
