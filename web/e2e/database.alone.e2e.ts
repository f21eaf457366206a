import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { connected, history, type Made, make } from './histories'
import { call, expect, origin, signIn, test } from './support'

/** All connections of the server to Postgres end while somebody writes. Nothing else may run meanwhile. */

test.use({ locale: 'en-US' })

const DATABASE = process.env.REMESSA_ADMIN_URL ?? ''
test.skip(!DATABASE, 'REMESSA_ADMIN_URL names the database')

const END = `
  select count(pg_terminate_backend(pid)) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/** As a restart of Postgres does. */
const endConnections = () => Number(execFileSync('psql', [DATABASE, '-Atc', END], { encoding: 'utf8' }))

/** Writes one event, again until the server has it: it takes the same event once. */
async function write(page: Page, shipment: Made, location: string) {
  const event = {
    tracking_codes: [shipment.tracking_code],
    event_code: 'DEPARTED',
    location,
    occurred_at: new Date().toISOString(),
  }
  await expect(async () => {
    await call(page, 'POST', '/shipments/record_event', event)
  }).toPass()
}

test('a page ends with what the database has after all its connections ended', async ({
  page,
  somebodyElse,
}) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  const shipment = await make(page)
  await page.goto(`${origin('pacific')}/shipments/${shipment.id}`)
  await expect(history(page)).toHaveCount(1)
  await connected(page)
  const writer = await somebodyElse()
  await signIn(writer, 'admin', 'pacific', { to: false })
  for (let number = 1; number <= 12; number++) {
    if (number % 4 === 0) expect(endConnections()).toBeGreaterThan(0)
    await write(writer, shipment, `Stop ${number}`)
  }
  await expect(history(page)).toHaveCount(13)
  await connected(page)
  const { data } = await call<{ data: { location: string }[] }>(
    writer,
    'GET',
    `/shipments/${shipment.id}/events`,
  )
  const shown = await history(page).allInnerTexts()
  expect(shown).toHaveLength(data.length)
  for (const [at, { location }] of data.entries()) expect(shown[at]).toContain(location)
})
