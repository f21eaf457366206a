import type { InventoryInput } from '@/api/schema'

/** All fields there, unset ones null. */
export type InventoryValues = {
  warehouse_id: string | null
  zone: string | null
  place_ids: { id: string; label: string }[]
  not_counted_days: number | null
  client_id: string | null
  blind: boolean
  other_counter: boolean
  tolerance: number | null
  note: string | null
}

export const emptyInventory = (): InventoryValues => ({
  warehouse_id: null,
  zone: null,
  place_ids: [],
  not_counted_days: null,
  client_id: null,
  blind: true,
  other_counter: true,
  tolerance: null,
  note: null,
})

export const inputOf = (values: InventoryValues): InventoryInput => ({
  warehouse_id: values.warehouse_id ?? '',
  zone: values.zone,
  place_ids: values.place_ids.map(({ id }) => id),
  not_counted_days: values.place_ids.length > 0 ? null : values.not_counted_days,
  client_id: values.client_id,
  blind: values.blind,
  other_counter: values.other_counter,
  tolerance: values.tolerance ?? 0,
  note: values.note,
})
