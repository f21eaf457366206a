import type { PickListInput } from '@/api/schema'

/** A line that is typed; `key` names it while it has no number. */
export type LineValues = {
  key: string
  item_id: string | null
  quantity: number | null
  unit_value: string | null
}

/** All fields there, unset ones null. */
export type PickListValues = {
  warehouse_id: string | null
  client_id: string | null
  reference: string | null
  channel: string | null
  external_id: string | null
  currency: string | null
  min_remaining_days: number | null
  zone: string | null
  hold_hours: number | null
  note: string | null
  lines: LineValues[]
}

export const emptyLine = (): LineValues => ({
  key: crypto.randomUUID(),
  item_id: null,
  quantity: null,
  unit_value: null,
})

export const emptyPickList = (currency: string): PickListValues => ({
  warehouse_id: null,
  client_id: null,
  reference: null,
  channel: null,
  external_id: null,
  currency,
  min_remaining_days: null,
  zone: null,
  hold_hours: 24,
  note: null,
  lines: [emptyLine()],
})

export const inputOf = (values: PickListValues): PickListInput => ({
  warehouse_id: values.warehouse_id ?? '',
  client_id: values.client_id,
  reference: values.reference,
  channel: values.channel,
  external_id: values.external_id,
  currency: values.lines.some(({ unit_value }) => unit_value !== null) ? values.currency : null,
  min_remaining_days: values.min_remaining_days,
  zone: values.zone,
  hold_hours: values.hold_hours ?? 24,
  note: values.note,
  lines: values.lines.map(({ item_id, quantity, unit_value }) => ({
    item_id: item_id ?? '',
    quantity: quantity ?? 0,
    unit_value,
  })),
})
