import type { Page } from '@playwright/test'
import { completeForm, type Made } from './complete'
import { createRun } from './delivering'
import { fund, newClient } from './money'
import { requestedPickup } from './pickups'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Pickups (SHP-8): a client asks, staff schedule, a scan collects. */

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('atlantico')}${path}`
const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a client asks for a pickup and cancels it', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'client', 'atlantico', { to: false })
  await page.goto(at('/shipment-pickups'))
  await page.getByRole('link', { name: 'Request pickup' }).first().click()
  await field(page, 'postcode').fill('20040-002')
  await expect(page.getByText('We do not pick up at this postal code.', { exact: false })).toBeVisible()
  await field(page, 'postcode').fill('01310-100')
  await field(page, 'postcode').blur()
  await field(page, 'address_1').fill('Avenida Paulista')
  await field(page, 'city').fill('São Paulo')
  await field(page, 'contact').fill('Caio Ramos')
  await page.getByRole('combobox', { name: 'Day' }).click()
  await page.getByRole('listbox', { name: 'Day' }).getByRole('option').nth(1).click()
  await expect(field(page, 'from_time')).toHaveValue('08:00')
  await field(page, 'to_time').fill('08:30')
  await button(page, 'Request pickup').click()
  await expect(page.getByText('Allow at least 60 minutes.').first()).toBeVisible()
  await expectAccessible(page)
  await field(page, 'to_time').fill('12:00')
  await button(page, 'Request pickup').click()
  await expect(page.getByRole('heading', { level: 1, name: /^Pickup GRU-P-/ })).toBeVisible()
  await expect(page.getByText('Requested', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Cancel pickup' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not ready')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel pickup' }).click()
  await expect(page.getByText('Pickup canceled.')).toBeVisible()
  await expect(page.getByText('This pickup was canceled.')).toBeVisible()
})

test('staff schedule a driver, scan the parcels, and the pickup is collected', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { pickup, shipment } = await requestedPickup(page)
  await page.goto(at(`/shipment-pickups?search=${pickup.number}`))
  await page.getByRole('link', { name: pickup.number }).click()
  await button(page, 'Schedule').click()
  const dialog = page.getByRole('dialog', { name: `Schedule pickup ${pickup.number}` })
  await dialog.getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option').first().click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Pickup scheduled.')).toBeVisible()

  const scan = page.getByRole('textbox', { name: 'Scan or enter a code' })
  await button(page, 'Record collection').click()
  await expect(page.getByText('Scan at least one parcel', { exact: false })).toBeVisible()
  await expect(page.getByText('1 shipment is not scanned yet and will be missing.')).toBeVisible()
  for (const number of ['001', '002']) {
    await scan.fill(`${shipment.tracking_code}${number}`)
    await scan.press('Enter')
  }
  const codes = page.getByRole('region', { name: 'Scanned codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(2)
  await expect(codes.first()).toContainText('Ann Lee')
  await scan.fill('UNKNOWN-1')
  await scan.press('Enter')
  await expect(codes.first()).toContainText('Unknown code')
  await expectAccessible(page)
  await button(page, 'Record collection').click()
  await expect(page.getByText('Collection recorded.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('UNKNOWN-1')
  await expect(page.getByText('2 of 2 parcels')).toBeVisible()

  await page.goto(at(`/shipments/${shipment.id}`))
  await expect(page.getByRole('link', { name: `Pickup ${pickup.number}` })).toBeVisible()
  await expect(page.getByText('Picked up').first()).toBeVisible()
})

test('parcels that were missing can be picked up another day', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { pickup, shipment } = await requestedPickup(page)
  const path = `/shipment-pickups/${pickup.id}`
  type Driver = { data: { id: string }[] }
  const [driver] = (await call<Driver>(page, 'GET', '/shipment-pickups/drivers')).data
  const schedule = { driver_id: driver?.id, version: pickup.version }
  const scheduled = await call<{ data: { version: number } }>(page, 'POST', `${path}/schedule`, schedule)
  const scan = { codes: [], unlabelled: 1, version: scheduled.data.version }
  await call(page, 'POST', `${path}/collect`, scan)
  await page.goto(at(`/shipments/${shipment.id}`))
  const line = page.getByRole('region', { name: 'Pickup', exact: true })
  await expect(line.getByRole('link', { name: `Pickup ${pickup.number}` })).toBeVisible()
  await expect(line.getByRole('link', { name: 'Request pickup' })).toBeVisible()
})

test('the wizard leads to a pickup, which is asked for again every week', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const client_id = await newClient(page, `Jacarandá ${Date.now()}`)
  for (const currency of ['BRL', 'USD']) await fund(page, client_id, '5000', currency)
  const form = await completeForm(page, { client_id, from_postcode: '01310-100' })
  const { data } = await call<{ data: Made }>(page, 'POST', '/shipments', form)
  await page.goto(at(`/shipments/wizard/${data.id}/service`))
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  const priced = page.waitForResponse((answer) => answer.url().endsWith(`/${data.id}/quotes`) && answer.ok())
  await page.getByRole('checkbox', { name: 'Pick up from the sender' }).check()
  await priced
  await button(page, 'Continue').click()
  await page.getByRole('button', { name: /^Confirm/ }).click()
  await expect(page).toHaveURL(new RegExp(`/shipment-pickups/new\\?shipment_id=${data.id}`))
  await expect(field(page, 'address_1')).toHaveValue('Avenida Paulista')
  await page.getByRole('combobox', { name: 'Day' }).click()
  await page.getByRole('listbox', { name: 'Day' }).getByRole('option').nth(1).click()
  await page.getByRole('group', { name: 'Repeat on' }).getByRole('checkbox').first().check()
  await button(page, 'Request pickup').click()
  await expect(page.getByRole('heading', { level: 1, name: /^Pickup GRU-P-/ })).toBeVisible()
  await expect(page.getByRole('link', { name: data.tracking_code })).toBeVisible()
  await expect(page.getByText('Next request')).toBeVisible()
})

test('a warehouse says when and where it picks up', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  await page.goto(at('/warehouses/new'))
  await field(page, 'code').fill(`P${Date.now() % 1_000_000}`)
  await field(page, 'name').fill('Depot Curitiba')
  await field(page, 'city').fill('Curitiba')
  await page.getByRole('switch', { name: 'This warehouse picks parcels up' }).check({ force: true })
  await button(page, 'Add area').click()
  await field(page, 'pickup.areas.0.from').fill('80')
  await field(page, 'pickup.areas.0.to').fill('79')
  await button(page, 'Save warehouse').click()
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
  await field(page, 'pickup.areas.0.to').fill('83')
  await button(page, 'Save warehouse').click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()
})

test('a pickup comes to the run of a driver, and goes out with it', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { pickup } = await requestedPickup(page)
  const run = await createRun(page, [])
  await page.goto(at(`/routes/${run.id}`))
  const pickups = page.getByRole('region', { name: 'Pickups' })
  await expect(pickups).toContainText('No pickups on this run')
  await button(page, 'Add pickups').click()
  const dialog = page.getByRole('dialog', { name: 'Add pickups' })
  await dialog.getByLabel('Waiting pickups').first().fill(pickup.number)
  await page.getByRole('option', { name: new RegExp(pickup.number) }).click()
  await dialog.getByText('that wait for somebody').click()
  await dialog.getByRole('button', { name: 'Add pickups' }).click()
  await expect(pickups.getByRole('listitem')).toContainText('Scheduled')
  await expectAccessible(page)
  await expectReflow(page)
  await button(page, 'Start').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
  await expect(pickups.getByRole('listitem')).toContainText('On the way')
  await page.goto(at(`/shipment-pickups/${pickup.id}`))
  await expect(page.getByRole('link', { name: run.number })).toBeVisible()
})
