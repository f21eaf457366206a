import type { TFunction } from 'i18next'
import { type ExportColumn, type ShipmentExport, shipmentStatusValues } from '@/api/schema'
import { MISSING_FIELDS, missingName } from '@/shared/shipments/missing-fields'
import { sourceName } from '../source'

/** The columns of the file that a column of the list stands for. */
const EXPORTED: Record<string, readonly ExportColumn[]> = {
  tracking_code: ['tracking_code', 'external_ref'],
  status: ['status', 'missing'],
  to_name: ['to_name', 'to_city', 'to_country'],
  client_name: ['client_name'],
  service: ['service'],
  from_name: ['from_name'],
  source: ['source'],
  parcel_count: ['parcel_count'],
  chargeable_weight_g: ['chargeable_weight'],
  declared_value: ['declared_value', 'currency'],
  price: ['price', 'price_currency'],
  shipped_on: ['shipped_on'],
  due_on: ['due_on'],
  last_event_at: ['last_event_at'],
  created_at: ['created_at'],
  updated_at: ['updated_at'],
  label_printed_at: ['label_printed_at'],
}

const HEADINGS = {
  tracking_code: 'field.tracking_code',
  external_ref: 'field.external_ref',
  status: 'field.status',
  missing: 'field.missing',
  client_name: 'field.client_name',
  service: 'field.service',
  from_name: 'field.from_name',
  to_name: 'field.to_name',
  to_city: 'field.to_city',
  to_country: 'field.to_country',
  source: 'field.source',
  parcel_count: 'field.parcels',
  item_count: 'field.items',
  declared_weight: 'field.declared_weight',
  chargeable_weight: 'field.weight',
  declared_value: 'field.value',
  currency: 'field.currency',
  price: 'field.price',
  price_currency: 'field.price_currency',
  shipped_on: 'field.shipped_on',
  due_on: 'field.due_on',
  last_event_at: 'field.last_event_at',
  label_printed_at: 'field.label_printed_at',
  created_at: 'field.created_at',
  updated_at: 'field.updated_at',
} as const satisfies Record<ExportColumn, string>

const WEIGHTS: readonly ExportColumn[] = ['declared_weight', 'chargeable_weight']

/** The columns that the list shows, with headings in the page's language. Weights name their unit. */
export const exportedColumns = (
  shown: string[],
  unit: string,
  t: TFunction<'shipments'>,
): ShipmentExport['columns'] =>
  shown
    .flatMap((id) => EXPORTED[id] ?? [])
    .map((column) => {
      const name = t(HEADINGS[column])
      return { column, heading: WEIGHTS.includes(column) ? `${name} (${unit})` : name }
    })

/** Texts for the codes of these columns. */
export const exportedTexts = (
  t: TFunction<'shipments'>,
  statuses: TFunction<'shipment-status'>,
): ShipmentExport['texts'] => [
  ...shipmentStatusValues.map((status) => ({
    column: 'status' as const,
    code: String(status),
    text: statuses(`status.${status}`),
  })),
  ...MISSING_FIELDS.map((field) => ({
    column: 'missing' as const,
    code: field,
    text: missingName(field, t),
  })),
  ...['manual', 'import'].map((code) => ({ column: 'source' as const, code, text: sourceName(code, t) })),
]
