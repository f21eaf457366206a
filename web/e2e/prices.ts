import type { Page } from '@playwright/test'
import { call, test } from './support'

type Made = { data: { id: string; version: number } }

export type Draft = { table: string; version: string; path: string }

/** A price table with a draft of these zones and rows: an upper bound and one amount for each zone. */
export async function draftOf(
  page: Page,
  zones: string[],
  rows: (string | null)[][],
  code = `E2E-${Date.now()}`,
  currency = 'USD',
): Promise<Draft> {
  const input = { code, title: code, kind: 'sell', currency, weight_unit: 'kg', size_unit: 'cm' }
  const table = (await call<Made>(page, 'POST', '/price_tables', { ...input, service_id: null })).data.id
  const { data } = await call<Made>(page, 'POST', `/price_tables/${table}/versions`, {
    from_version_id: null,
    note: null,
  })
  const cells = rows.flatMap(([up_to, ...amounts]) =>
    amounts.flatMap((amount, at) => (amount === null ? [] : [{ zone: zones[at], up_to, amount }])),
  )
  await call(page, 'PATCH', `/price_table_versions/${data.id}/grid`, {
    version: data.version,
    zones: zones.map((zone) => ({ code: zone, priority: 0 })),
    bands: rows.map(([up_to]) => up_to),
    cells,
  })
  return { table, version: data.id, path: `/price-tables/${table}/versions/${data.id}` }
}

/** A cell of the grid by the code of its zone and its row, counted from 1; the weights are the column 1. */
export const cellAt = (page: Page, column: number, row: number) =>
  page.getByRole('grid').locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column}"]`)

type Found = { data: { id: string }[] }

/** A draft that each worker makes once. */
export async function smallDraft(page: Page): Promise<Draft> {
  const code = `SMALL-${test.info().parallelIndex}`
  const tables = await call<Found>(page, 'GET', `/price_tables?search=${code}`)
  const table = tables.data[0]?.id
  const rows = [
    ['1', '10', '20'],
    ['2', '9', null],
  ]
  if (!table) return draftOf(page, ['A', 'B'], rows, code)
  const { data } = await call<Found>(page, 'GET', `/price_tables/${table}/versions`)
  const version = data[0]?.id ?? ''
  return { table, version, path: `/price-tables/${table}/versions/${version}` }
}

/** A published table that serves one country, usually Brazil: an amount up to 2 kg, and twice as much up to 50 kg. */
export async function flatTable(page: Page, amount: string, currency = 'USD', country_id = 32) {
  const rows = [
    ['2', amount],
    ['50', String(Number(amount) * 2)],
  ]
  const { table, version } = await draftOf(page, ['FLAT'], rows, `FLAT-${Date.now()}`, currency)
  const path = `/price_table_versions/${version}`
  const now = async () => (await call<Made>(page, 'GET', path)).data.version
  const zones = [{ code: 'FLAT', priority: 0, places: [{ country_id }] }]
  await call(page, 'PATCH', `${path}/grid`, { version: await now(), zones })
  await call(page, 'PATCH', path, { version: await now(), valid_from: '2026-01-01', divisor: '5000' })
  await call(page, 'POST', `${path}/publish`, { version: await now(), accept_warnings: true })
  return table
}

/** Gives a client a table of its own. */
export async function assign(page: Page, client_id: string, sell_table_id: string) {
  const assignment = { scope: 'client', client_id, sell_table_id, valid_from: '2026-01-01' }
  return (await call<Made>(page, 'POST', '/price_assignments', assignment)).data
}
