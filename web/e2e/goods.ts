import type { Page } from '@playwright/test'
import { call } from './support'

export type Named = { id: string; code: string }

/** Two places of a warehouse, and goods that are kept by lot and expiry; each test has its own. */
export async function prepareGoods(page: Page) {
  const mark = Date.now().toString(36).toUpperCase()
  type Warehouses = { data: { id: string; code: string }[] }
  const { data } = await call<Warehouses>(page, 'GET', '/warehouses?per_page=100')
  const warehouse_id = data[0]?.id
  const place = async (code: string) =>
    (
      await call<{ data: Named }>(page, 'POST', '/stock-places', {
        warehouse_id,
        code: `${code}-${mark}`,
        kind: 'storage',
      })
    ).data
  const [shelf, other] = [await place('A'), await place('B')]
  const form = { sku: `VIT-${mark}`, title: `Vitamin ${mark}`, keep_lot: true, keep_expiry: true }
  const item = (await call<{ data: { id: string } }>(page, 'POST', '/stock-items', form)).data
  return {
    mark,
    warehouse_id,
    warehouse: data[0]?.code ?? '',
    shelf,
    other,
    sku: form.sku,
    title: form.title,
    item,
  }
}
