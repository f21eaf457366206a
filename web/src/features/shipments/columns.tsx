import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import { missingKinds } from '@/shared/shipments/missing-fields'
import { useConfirmLabel } from '@/shared/shipments/useConfirmLabel'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { listed } from '@/ui/wording'
import { CountryName } from './CountryName'
import { HoldBadge } from './HoldBadge'
import { sourceName } from './source'
import { plainLook, statusLook } from './status'

type Texts = { page: TFunction<'shipments'>; statuses: TFunction<'shipment-status'> }

const lookOf = (status: ShipmentStatus, { page, statuses }: Texts, plain: boolean) =>
  plain ? plainLook(status, page) : statusLook(status, statuses)

export const shipmentColumns = (
  { page: t, statuses }: Texts,
  format: Format,
  language: string,
  plain = false,
): Column<ShipmentSummary>[] => [
  {
    id: 'tracking_code',
    header: t('field.tracking_code'),
    main: true,
    sortable: true,
    width: 140,
    cell: (shipment) => shipment.tracking_code,
    below: (shipment) => shipment.external_ref,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: plain ? 226 : 166,
    cell: (shipment) => (
      <>
        <StatusBadge status={lookOf(shipment.status, { page: t, statuses }, plain)} />{' '}
        {shipment.hold && <HoldBadge />}
      </>
    ),
    text: ({ status, hold }) =>
      listed([lookOf(status, { page: t, statuses }, plain).label, ...(hold ? [t('hold.badge')] : [])]),
    below: (shipment) => <Below shipment={shipment} />,
  },
  {
    id: 'to_name',
    header: t('field.to_name'),
    sortable: true,
    width: 140,
    cell: (shipment) => shipment.to_name,
    below: (shipment) => <Place shipment={shipment} />,
  },
  {
    id: 'client_name',
    roomy: true,
    header: t('field.client_name'),
    width: 116,
    cell: (shipment) => shipment.client_name,
  },
  {
    id: 'service',
    roomy: !plain,
    header: t('field.service'),
    width: 136,
    cell: (shipment) => localeText(shipment.service_title_locale, language),
  },
  {
    id: 'from_name',
    header: t('field.from_name'),
    width: 160,
    optional: true,
    cell: (shipment) => shipment.from_name,
  },
  {
    id: 'source',
    header: t('field.source'),
    width: 130,
    optional: true,
    cell: (shipment) => sourceName(shipment.source, t),
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
    roomy: true,
    header: t('field.weight'),
    sortable: true,
    align: 'right',
    width: 104,
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
    id: 'price',
    header: t('field.price'),
    align: 'right',
    width: 130,
    optional: true,
    cell: ({ price }) => price && <Money {...price} />,
  },
  {
    id: 'shipped_on',
    header: t('field.shipped_on'),
    width: 120,
    optional: true,
    cell: ({ shipped_on }) => shipped_on && format.day(shipped_on),
  },
  {
    id: 'due_on',
    header: t('field.due_on'),
    width: 150,
    optional: true,
    cell: (shipment) => shipment.due_on && format.days(shipment.due_from_on, shipment.due_on),
  },
  {
    id: 'last_event_at',
    roomy: true,
    header: t('field.last_event_at'),
    width: 166,
    cell: (shipment) => shipment.last_event_at && <Moment at={shipment.last_event_at} relative />,
  },
  {
    id: 'created_at',
    roomy: plain,
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: (shipment) => <Moment at={shipment.created_at} exact />,
  },
  {
    id: 'updated_at',
    header: t('field.updated_at'),
    sortable: true,
    width: 166,
    optional: true,
    cell: (shipment) => <Moment at={shipment.updated_at} relative />,
  },
  {
    id: 'label_printed_at',
    header: t('field.label_printed_at'),
    width: 166,
    optional: true,
    cell: (shipment) => shipment.label_printed_at && <Moment at={shipment.label_printed_at} relative />,
  },
]

const BEFORE_THE_WAREHOUSE = new Set<ShipmentStatus>([ShipmentStatus.Confirmed, ShipmentStatus.Labelled])

/** What the state asks for, or else when its label was printed, while that is the newest news. */
function Below({ shipment }: { shipment: ShipmentSummary }) {
  const { t } = useTranslation('shipments')
  const confirmLabel = useConfirmLabel()
  const { unconfirmed, missing, status, label_printed_at, hold, can } = shipment
  if (hold) return t(`hold.reasons.${hold.reason}`)
  if (unconfirmed) return t('notConfirmed')
  if (missing.length > 0) return missingKinds(missing, t)
  if (status === ShipmentStatus.Draft && can.confirm) return confirmLabel(shipment)
  if (label_printed_at === null || !BEFORE_THE_WAREHOUSE.has(status)) return null
  return (
    <>
      {t('printed')} <Moment at={label_printed_at} relative />
    </>
  )
}

/** Where it goes: 'Berlin, Germany'. */
function Place({ shipment: { to_city, to_country_id } }: { shipment: ShipmentSummary }) {
  return (
    <>
      {to_city}
      {to_city && to_country_id !== null && ', '}
      <CountryName id={to_country_id} />
    </>
  )
}
