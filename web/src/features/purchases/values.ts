import type { PurchaseDetails, PurchaseInput } from '@/api/schema'

/** A line that is typed; `key` names it while it has no number, `item` is what its item is called. */
export type LineValues = {
  key: string
  item_id: string | null
  item: string | null
  quantity: number | null
  unit_cost: string | null
}

/** All fields there, unset ones null. */
export type PurchaseValues = {
  warehouse_id: string | null
  client_id: string | null
  client_name: string | null
  supplier: string | null
  supplier_reference: string | null
  currency: string | null
  over_percent: number | null
  expected_on: string | null
  note: string | null
  lines: LineValues[]
  version?: number
}

export const emptyLine = (): LineValues => ({
  key: crypto.randomUUID(),
  item_id: null,
  item: null,
  quantity: null,
  unit_cost: null,
})

export const emptyPurchase = (warehouse_id: string | null, currency: string): PurchaseValues => ({
  warehouse_id,
  client_id: null,
  client_name: null,
  supplier: null,
  supplier_reference: null,
  currency,
  over_percent: null,
  expected_on: null,
  note: null,
  lines: [emptyLine()],
})

export const valuesOf = (purchase: PurchaseDetails): PurchaseValues => ({
  warehouse_id: purchase.warehouse_id,
  client_id: purchase.client_id,
  client_name: purchase.client_name,
  supplier: purchase.supplier,
  supplier_reference: purchase.supplier_reference,
  currency: purchase.currency,
  over_percent: purchase.over_percent,
  expected_on: purchase.expected_on,
  note: purchase.note,
  lines: purchase.lines.map(({ line, item_id, sku, title, quantity, unit_cost }) => ({
    key: String(line),
    item_id,
    item: `${sku} · ${title}`,
    quantity,
    unit_cost,
  })),
  version: purchase.version,
})

export const inputOf = (values: PurchaseValues): PurchaseInput => ({
  warehouse_id: values.warehouse_id ?? '',
  client_id: values.client_id,
  supplier: values.supplier,
  supplier_reference: values.supplier_reference,
  currency: values.currency ?? '',
  over_percent: values.over_percent ?? 0,
  expected_on: values.expected_on,
  note: values.note,
  lines: values.lines.map(({ item_id, quantity, unit_cost }) => ({
    item_id: item_id ?? '',
    quantity: quantity ?? 0,
    unit_cost,
  })),
})
