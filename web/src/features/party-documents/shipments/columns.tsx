import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { RegulatoryDocumentRecord } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { documentLook } from '../status'
import { fileUrl } from './list'

type Words = { t: TFunction<'party-documents'>; format: Format }

export const shipmentDocumentColumns = ({ t, format }: Words): Column<RegulatoryDocumentRecord>[] => [
  {
    id: 'kind',
    header: t('field.kind'),
    main: true,
    sortable: true,
    width: 200,
    cell: ({ kind }) => t(`shipmentKind.${kind}`),
  },
  {
    id: 'tracking_code',
    header: t('field.shipment'),
    sortable: true,
    width: 200,
    cell: ({ shipment }) => shipment.tracking_code,
    below: ({ client_name }) => client_name,
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
    id: 'file',
    header: t('field.file'),
    width: 180,
    cell: (document) => (
      <Anchor size="sm" href={fileUrl(document)} download>
        {document.file_name}
      </Anchor>
    ),
    text: ({ file_name }) => file_name,
  },
  {
    id: 'uploaded_at',
    header: t('field.created_at'),
    sortable: true,
    roomy: true,
    width: 166,
    cell: ({ uploaded_at }) => <Moment at={uploaded_at} />,
    text: ({ uploaded_at }) => new Date(uploaded_at),
  },
]
