import type { StockItem, StockItemInput, StockUnit } from '@/api/schema'

/** All fields there, unset ones null. */
export type StockItemValues = {
  client_id: string | null
  sku: string | null
  ean: string | null
  title: string | null
  unit: StockUnit
  hs_code: string | null
  origin_country_id: number | null
  weight_g: number | null
  keep_lot: boolean
  keep_expiry: boolean
  min_quantity: number | null
  alert_days: number | null
  version?: number
}

export const emptyStockItem = (): StockItemValues => ({
  client_id: null,
  sku: null,
  ean: null,
  title: null,
  unit: 'piece',
  hs_code: null,
  origin_country_id: null,
  weight_g: null,
  keep_lot: false,
  keep_expiry: false,
  min_quantity: null,
  alert_days: null,
})

export const valuesOf = (item: StockItem): StockItemValues => ({
  client_id: item.client_id,
  sku: item.sku,
  ean: item.ean,
  title: item.title,
  unit: item.unit,
  hs_code: item.hs_code,
  origin_country_id: item.origin_country_id,
  weight_g: item.weight_g,
  keep_lot: item.keep_lot,
  keep_expiry: item.keep_expiry,
  min_quantity: item.min_quantity,
  alert_days: item.alert_days,
  version: item.version,
})

export const inputOf = ({ version: _, sku, title, ...values }: StockItemValues): StockItemInput => ({
  ...values,
  sku: sku ?? '',
  title: title ?? '',
})
