import type { TFunction } from 'i18next'
import type { ShipmentSummary } from '@/api/schema'
import type { Column } from '@/ui/columns'
import type { Format } from '@/ui/format'
import { Moment } from '@/ui/Moment'
import { StatusBadge } from '@/ui/StatusBadge'
import { statusLook } from './status'

export const shipmentColumns = (t: TFunction<'shipments'>, format: Format): Column<ShipmentSummary>[] => [
  {
    id: 'tracking_code',
    header: t('field.tracking_code'),
    main: true,
    sortable: true,
    cell: (shipment) => shipment.tracking_code,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 200,
    cell: (shipment) => <StatusBadge status={statusLook(shipment.status, t)} />,
  },
  {
    id: 'to_name',
    header: t('field.to_name'),
    sortable: true,
    width: 240,
    cell: (shipment) => shipment.to_name,
  },
  { id: 'to_city', header: t('field.to_city'), width: 160, cell: (shipment) => shipment.to_city },
  {
    id: 'client_name',
    header: t('field.client_name'),
    width: 180,
    optional: true,
    cell: (shipment) => shipment.client_name,
  },
  {
    id: 'external_ref',
    header: t('field.external_ref'),
    width: 150,
    optional: true,
    cell: (shipment) => shipment.external_ref,
  },
  {
    id: 'chargeable_weight_g',
    header: t('field.weight'),
    sortable: true,
    align: 'right',
    width: 120,
    cell: (shipment) => shipment.chargeable_weight_g !== null && format.weight(shipment.chargeable_weight_g),
  },
  {
    id: 'declared_value',
    header: t('field.value'),
    sortable: true,
    align: 'right',
    width: 130,
    cell: (shipment) => shipment.declared_value && format.money(shipment.declared_value, shipment.currency),
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    width: 185,
    cell: (shipment) => <Moment at={shipment.created_at} />,
  },
]
