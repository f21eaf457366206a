import type { TFunction } from 'i18next'
import { type RegulatoryRequestSummary, RegulatoryStatus } from '@/api/schema'
import { regulatoryLook } from '@/shared/regulatory/status'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

type Texts = { page: TFunction<'regulatory-requests'>; regulatory: TFunction<'regulatory'> }

export const regulatoryColumns = (
  { page: t, regulatory }: Texts,
  format: Format,
): Column<RegulatoryRequestSummary>[] => [
  {
    id: 'tracking_code',
    header: t('field.shipment'),
    main: true,
    sortable: true,
    width: 150,
    cell: ({ shipment }) => shipment.tracking_code,
    below: ({ recipient }) => recipient,
  },
  {
    id: 'anvisa_solicita_status',
    header: t('field.status'),
    sortable: true,
    width: 142,
    cell: ({ anvisa_solicita_status: status }) => <StatusBadge status={regulatoryLook(status, regulatory)} />,
    text: ({ anvisa_solicita_status: status }) => regulatoryLook(status, regulatory).label,
    below: ({ anvisa_solicita_status: status, missing }) =>
      status !== RegulatoryStatus.Done && missing.length > 0 && t('missingCount', { count: missing.length }),
  },
  {
    id: 'product',
    header: t('field.product'),
    width: 150,
    cell: ({ product }) => product,
    below: ({ category }) => category && t(`category.${category}`),
  },
  { id: 'patient', header: t('field.patient'), width: 112, cell: ({ patient }) => patient },
  {
    id: 'client_name',
    header: t('field.client'),
    width: 130,
    optional: true,
    cell: ({ client_name }) => client_name,
  },
  { id: 'protocol_no', header: t('field.protocol_no'), width: 172, cell: ({ protocol_no }) => protocol_no },
  {
    id: 'demand_due_on',
    header: t('field.demand_due_on'),
    sortable: true,
    width: 100,
    cell: ({ demand_due_on }) => demand_due_on && format.day(demand_due_on),
  },
  {
    id: 'attempt',
    header: t('field.attempt'),
    align: 'right',
    width: 100,
    optional: true,
    cell: ({ attempt }) => format.number(attempt),
    text: ({ attempt }) => attempt,
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    optional: true,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => created_at,
  },
  {
    id: 'updated_at',
    header: t('field.updated_at'),
    sortable: true,
    width: 166,
    cell: ({ updated_at }) => <Moment at={updated_at} relative />,
    text: ({ updated_at }) => updated_at,
  },
]
