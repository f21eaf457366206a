import type { PickListInput } from '@/api/schema'

/** A line that is typed; `key` names it while it has no number. */
export type LineValues = { key: string; item_id: string | null; quantity: number | null }

/** All fields there, unset ones null. */
export type PickListValues = {
  warehouse_id: string | null
  client_id: string | null
  reference: string | null
  min_remaining_days: number | null
  zone: string | null
  hold_hours: number | null
  note: string | null
  lines: LineValues[]
}

export const emptyLine = (): LineValues => ({ key: crypto.randomUUID(), item_id: null, quantity: null })

export const emptyPickList = (warehouse_id: string | null): PickListValues => ({
  warehouse_id,
  client_id: null,
  reference: null,
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
  min_remaining_days: values.min_remaining_days ?? 0,
  zone: values.zone,
  hold_hours: values.hold_hours ?? 24,
  note: values.note,
  lines: values.lines.map(({ item_id, quantity }) => ({ item_id: item_id ?? '', quantity: quantity ?? 0 })),
})
