import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import type { Made } from './delivering'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'
import { addAirline, addRange, airportOf, writeWaybill } from './waybills'

/** Manifests: checked, closed in the background, downloaded, sent, answered, amended. */

test.use({ locale: 'en-US' })

type Received = Made & { to_country_id: number }

/** A shipment that the warehouse has received. */
async function receive(page: Page, more: object = {}) {
  const form = await completeForm(page, { to_name: `Ana ${Date.now()}`, ...more })
  const { data } = await call<{ data: Received }>(page, 'POST', '/shipments', form)
  const event = { tracking_codes: [data.tracking_code], event_code: 'RECEIVED' }
  await call(page, 'POST', '/shipments/record_event', event)
  return data
}

async function chooseAirport(page: Page, label: string, airport: string) {
  await page.getByRole('main').getByLabel(label).fill(airport)
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(`^${airport}`) })
    .click()
}

const houses = (page: Page) => page.getByRole('list', { name: 'Houses', exact: true })

test('a manifest is made, checked, closed, sent, rejected and amended', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await receive(page)
  await page.goto(`${origin('atlantico')}/manifests/new`)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Shipments without a bag' }).fill(shipment.tracking_code)
  await page.getByRole('listbox').getByRole('option', { name: shipment.tracking_code }).click()
  await expect(main.getByRole('button', { name: `Remove ${shipment.tracking_code}` })).toBeVisible()
  await chooseAirport(page, 'Departure airport', 'GRU')
  await chooseAirport(page, 'Destination airport', 'FRA')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Manifest GRU-M-/ })).toBeVisible()
  await expect(houses(page)).toContainText(shipment.tracking_code)
  await expect(main.getByText('Nothing keeps it from being closed.')).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)

  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(main.getByRole('link', { name: 'CSV' })).toBeVisible()
  const link = main.getByRole('link', { name: 'CSV' })
  const file = await page.evaluate(
    async (to) => (await fetch(to ?? '')).text(),
    await link.getAttribute('href'),
  )
  expect(file).toContain(shipment.tracking_code)

  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click()
  await main.getByRole('button', { name: `Reject ${shipment.tracking_code}` }).click()
  const rejecting = page.getByRole('dialog', { name: `Reject house ${shipment.tracking_code}?` })
  await rejecting.getByRole('textbox', { name: 'Reason' }).fill('wrong tariff code')
  await rejecting.getByRole('button', { name: 'Reject' }).click()
  await expect(houses(page)).toContainText('wrong tariff code')
  await expect(main.getByText('Amend it and send the next version.')).toBeVisible()

  await page.getByRole('button', { name: 'Amend' }).click()
  const amending = page.getByRole('dialog', { name: 'Amend this manifest?' })
  await amending.getByRole('textbox', { name: 'Reason' }).fill('tariff code put right')
  await amending.getByRole('button', { name: 'Amend' }).click()
  await expect(main.getByRole('region', { name: 'Check list' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(main.getByText('Version 2')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click()
  await main.getByRole('button', { name: 'Accept all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept all' }).click()
  await expect(main.getByText('Every house was accepted.')).toBeVisible()
})

const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

type Waybill = { id: string; number: string; version: number }

/** A draft of an airline of its own, with a shipment on it. */
async function draftWaybill(page: Page, shipment: Received) {
  const destination = await airportOf(page, shipment.to_country_id)
  const airline = await addAirline(page, { iata_code: 'LA' })
  const party = (name: string, city: string, country_id: number) => ({
    name,
    street: 'Rua A 1',
    city,
    country_id,
  })
  const waybill = await call<{ data: Waybill }>(page, 'POST', '/mawbs', {
    provider_id: airline.id,
    number: `${airline.awb_prefix}-12345675`,
    origin_airport: 'GRU',
    destination_airport: destination,
    legs: [{ flight: 'LA8070', origin: 'GRU', destination, departs_on: nextWeek() }],
    shipper: party('Atlântico Courier', 'Guarulhos', 32),
    consignee: party('Frankfurt Agent', 'Frankfurt', 81),
  })
  const scan = { key: crypto.randomUUID(), code: shipment.tracking_code }
  await call(page, 'POST', `/mawbs/${waybill.data.id}/scan`, scan)
  return { ...waybill.data, destination }
}

async function goOn(page: Page, { id }: Waybill, verb: string) {
  const { data } = await call<{ data: Waybill }>(page, 'GET', `/mawbs/${id}`)
  await call(page, 'POST', `/mawbs/${id}/${verb}`, { version: data.version })
}

test('a manifest of a waybill has what is on it, and the messages of the airline', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const shipment = await receive(page)
  const waybill = await draftWaybill(page, shipment)
  await page.goto(`${origin('atlantico')}/manifests/new`)
  const main = page.getByRole('main')
  await main.getByLabel('Waybill').fill(waybill.number)
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(waybill.number) })
    .click()
  await expect(main.getByLabel('Departure airport')).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(houses(page)).toContainText(shipment.tracking_code)
  await expect(page.getByRole('list', { name: 'Check list' })).toContainText('The waybill is not issued.')
  await goOn(page, waybill, 'book')
  await goOn(page, waybill, 'issue')
  await page.reload()
  await expect(main.getByText('Nothing keeps it from being closed.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  const link = main.getByRole('link', { name: 'FWB', exact: true })
  await expect(link).toBeVisible()
  const file = await page.evaluate(
    async (to) => (await fetch(to ?? '')).text(),
    await link.getAttribute('href'),
  )
  expect(file).toContain(`${waybill.number}GRU${waybill.destination}/T1K`)
})

test('what a manifest lacks is listed with the way to its shipment', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await receive(page, { to_name: '王小明' })
  const form = { shipment_ids: [shipment.id], origin_airport: 'GRU', destination_airport: 'FRA' }
  const { data } = await call<{ data: { id: string } }>(page, 'POST', '/manifests', form)
  await page.goto(`${origin('atlantico')}/manifests/${data.id}`)
  const list = page.getByRole('list', { name: 'Check list' })
  await expect(list).toContainText("Recipient's name: is missing, or has no Latin letter.")
  await list.getByRole('link', { name: shipment.tracking_code }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(shipment.tracking_code)
})

test('a waybill leads to its manifest, and before that to a new one', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const airline = await addAirline(page)
  await addRange(page, airline, 2_345_670, 2_345_679)
  const waybill = await writeWaybill(page, airline)
  await page.goto(`${origin('atlantico')}/mawbs/${waybill.id}`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'New manifest' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Manifest .+-M-/ })).toBeVisible()
  await main.getByRole('link', { name: waybill.number }).click()
  await expect(main.getByRole('link', { name: /-M-\d\d-\d+$/ })).toBeVisible()
})
