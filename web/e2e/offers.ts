import type { Page } from '@playwright/test'
import { makeTwin } from './company'
import { draftOf } from './prices'
import { call, signIn, type Tenant } from './support'

/** Countries by their ISO numbers. */
export const BRAZIL = 32
export const UNITED_STATES = 238

type Version = { data: { version: number } }
type Services = { data: { id: string; code: string }[] }

/** A company that sells: one price table for all services, to Brazil and the United States. Gives its slug. */
export async function sellingCompany(page: Page, of: Tenant, name: string) {
  const company = await makeTwin(of, name)
  await signIn(page, 'admin', company, { to: false })
  const { table, version } = await draftOf(
    page,
    ['BR', 'US'],
    [
      ['2', '30.00', '20.00'],
      ['30', '90.00', '60.00'],
    ],
  )
  const grid = await call<Version>(page, 'GET', `/price_table_versions/${version}/grid`)
  await call(page, 'PATCH', `/price_table_versions/${version}/grid`, {
    version: grid.data.version,
    zones: [
      { code: 'BR', places: [{ country_id: BRAZIL }] },
      { code: 'US', places: [{ country_id: UNITED_STATES }] },
    ],
  })
  const path = `/price_table_versions/${version}`
  const zoned = await call<Version>(page, 'GET', path)
  const dated = await call<Version>(page, 'PATCH', path, {
    version: zoned.data.version,
    valid_from: '2026-01-01',
  })
  await call(page, 'POST', `${path}/publish`, { version: dated.data.version, accept_warnings: true })
  const { data } = await call<Services>(page, 'GET', '/auxiliar/services')
  for (const { id } of data) {
    await call(page, 'POST', '/price_assignments', {
      scope: 'service',
      service_id: id,
      sell_table_id: table,
      valid_from: '2020-01-01',
    })
  }
  return company
}
