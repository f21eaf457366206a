import type { TFunction } from 'i18next'
import type { ShipmentSummary } from '@/api/schema'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { CountryName } from './CountryName'
import { statusLook } from './status'

export const shipmentColumns = (
  t: TFunction<'shipments'>,
  format: Format,
  language: string,
  plain = false,
): Column<ShipmentSummary>[] => [
  {
    id: 'tracking_code',
    header: t('field.tracking_code'),
    main: true,
    sortable: true,
    width: 150,
    cell: (shipment) => shipment.tracking_code,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: plain ? 240 : 163,
    cell: (shipment) => <StatusBadge status={statusLook(shipment.status, t, plain)} />,
  },
  {
    id: 'to_name',
    header: t('field.to_name'),
    sortable: true,
    width: 147,
    cell: (shipment) => shipment.to_name,
  },
  { id: 'to_city', header: t('field.to_city'), width: 110, cell: (shipment) => shipment.to_city },
  {
    id: 'to_country_id',
    header: t('field.to_country'),
    width: 160,
    optional: true,
    cell: (shipment) => <CountryName id={shipment.to_country_id} />,
  },
  {
    id: 'service',
    header: t('field.service'),
    width: 180,
    optional: true,
    cell: (shipment) => localeText(shipment.service_title_locale, language),
  },
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
    id: 'source',
    header: t('field.source'),
    width: 130,
    optional: true,
    cell: (shipment) => (shipment.source === 'manual' ? t('filter.manual') : shipment.source),
  },
  {
    id: 'parcel_count',
    header: t('field.parcels'),
    align: 'right',
    width: 100,
    optional: true,
    cell: (shipment) => format.number(shipment.parcel_count),
  },
  {
    id: 'chargeable_weight_g',
    header: t('field.weight'),
    sortable: true,
    align: 'right',
    width: 108,
    cell: (shipment) => shipment.chargeable_weight_g !== null && format.weight(shipment.chargeable_weight_g),
  },
  {
    id: 'declared_value',
    header: t('field.value'),
    sortable: true,
    align: 'right',
    width: 130,
    optional: true,
    cell: (shipment) => shipment.declared_value && format.money(shipment.declared_value, shipment.currency),
  },
  {
    id: 'due_on',
    header: t('field.due_on'),
    width: 150,
    optional: true,
    cell: (shipment) => shipment.due_on && format.day(shipment.due_on),
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: (shipment) => <Moment at={shipment.created_at} />,
  },
  {
    id: 'updated_at',
    header: t('field.updated_at'),
    sortable: true,
    width: 185,
    optional: true,
    cell: (shipment) => <Moment at={shipment.updated_at} />,
  },
  {
    id: 'label_printed_at',
    header: t('field.label_printed_at'),
    width: 185,
    optional: true,
    cell: (shipment) => shipment.label_printed_at && <Moment at={shipment.label_printed_at} />,
  },
]
