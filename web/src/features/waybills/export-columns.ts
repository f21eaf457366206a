import type { TFunction } from 'i18next'
import { type WaybillColumn, type WaybillExport, waybillStatusValues } from '@/api/schema'

/** The columns of the file that a column of the list stands for. */
const EXPORTED: Record<string, readonly WaybillColumn[]> = {
  number: ['number', 'provider_name'],
  way: ['origin_airport', 'destination_airport', 'flights'],
  departs_on: ['departs_on'],
  status: ['status', 'revision'],
  contents: ['bags', 'loose_shipments'],
  pieces: ['pieces'],
  gross: ['gross_weight'],
  chargeable: ['chargeable_weight'],
  total: ['currency', 'weight_charge', 'due_agent', 'due_carrier', 'total'],
  customs_reference: ['customs_reference'],
  issued_at: ['issued_at'],
  created_at: ['created_at'],
}

const HEADINGS = {
  number: 'field.number',
  status: 'field.status',
  provider_name: 'field.airline',
  origin_airport: 'field.origin',
  destination_airport: 'field.destination',
  flights: 'section.flights',
  departs_on: 'field.departs_on',
  bags: 'field.bags',
  loose_shipments: 'field.loose_shipments',
  pieces: 'field.pieces',
  gross_weight: 'field.gross',
  chargeable_weight: 'field.chargeable',
  currency: 'field.currency',
  weight_charge: 'field.weight_charge',
  due_agent: 'field.due_agent',
  due_carrier: 'field.due_carrier',
  total: 'field.total',
  customs_reference: 'field.customs_reference',
  revision: 'field.revision',
  issued_at: 'field.issued_at',
  created_at: 'field.created_at',
} as const satisfies Record<WaybillColumn, string>

const WEIGHTS: readonly WaybillColumn[] = ['gross_weight', 'chargeable_weight']

/** The columns that the list shows, with headings in the page's language. Weights name their unit. */
export const exportedColumns = (shown: string[], t: TFunction<'waybills'>): WaybillExport['columns'] =>
  shown
    .flatMap((id) => EXPORTED[id] ?? [])
    .map((column) => {
      const name = t(HEADINGS[column])
      return { column, heading: WEIGHTS.includes(column) ? `${name} (kg)` : name }
    })

/** Texts for the codes of states. */
export const exportedTexts = (t: TFunction<'waybills'>): WaybillExport['texts'] =>
  waybillStatusValues.map((status) => ({ code: String(status), text: t(`status.${status}`) }))
