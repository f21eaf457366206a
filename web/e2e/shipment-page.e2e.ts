import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { newClient } from './money'
import { labelFrom } from './printing'
import { choose, scanField } from './recording'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

/** Actions on the page of one shipment. */

test.use({ locale: 'en-US' })

const HOST = origin('atlantico')

type Made = { id: string; tracking_code: string }

async function make(page: Page, fields?: Record<string, unknown>) {
  const form = fields ?? (await completeForm(page))
  return (await call<{ data: Made }>(page, 'POST', '/shipments', form)).data
}

async function open(page: Page, fields?: Record<string, unknown>) {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await make(page, fields)
  await page.goto(`${HOST}/shipments/${shipment.id}`)
  await expect(page.getByRole('heading', { level: 1, name: shipment.tracking_code })).toBeVisible()
  return shipment
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const entry = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const history = (page: Page) => page.getByRole('list', { name: 'History' })
/** The dialog shows the price before. */
async function confirm(page: Page) {
  await button(page, /^Confirm/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm shipment' }).click()
}

const stage = (page: Page) => page.getByRole('list', { name: 'Progress' }).locator('[aria-current="step"]')

async function more(page: Page) {
  await button(page, 'More actions').click()
  await expect(page.getByRole('menu')).toBeVisible()
}

async function record(page: Page, event: string) {
  const dialog = page.getByRole('dialog', { name: /^Record an event/ })
  await dialog.getByRole('combobox', { name: 'Event' }).fill(event)
  await dialog.getByRole('option', { name: event, exact: true }).click()
  await dialog.getByRole('button', { name: 'Record event' }).click()
  await expect(dialog).toBeHidden()
}

test('a complete draft is confirmed after its price is shown, which can be undone', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page)
  await expect(stage(page)).toContainText('Created')
  await expectAccessible(page)
  await confirm(page)
  await expect(page.getByText('Shipment confirmed', { exact: true }).first()).toBeVisible()
  await expect(stage(page)).toContainText('Confirmed')
  await expect(button(page, 'Print label')).toBeVisible()
  await more(page)
  await expect(entry(page, /^Edit/)).toBeEnabled()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await button(page, 'Undo').click()
  await expect(stage(page)).toContainText('Created')
  await expect(button(page, /^Confirm/)).toBeVisible()
})

test('goods that came in before the confirmation are marked, and charged where they are', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const client_id = await newClient(page, `Casa Aurora ${Date.now()}`)
  const credit = { version: 1, credit_limit: '9000', credit_currency: 'BRL' }
  await call(page, 'POST', `/clients/${client_id}/set_credit`, credit)
  const { id, tracking_code } = await make(page, await completeForm(page, { client_id }))
  await page.goto(`${HOST}/tracking?task=record`)
  await scanField(page).fill(tracking_code)
  await choose(page, 'Received at warehouse')
  await page.getByRole('button', { name: /^Record for|^Record$/ }).click()
  await expect(page.getByRole('row', { name: tracking_code })).toContainText('not charged yet. Hold it.')
  await expectAccessible(page)
  await page.goto(`${HOST}/shipments?unconfirmed=true`)
  await expect(page.locator('[data-row]').filter({ hasText: tracking_code })).toContainText('Not confirmed')
  await page.goto(`${HOST}/shipments/${id}`)
  await expect(page.getByRole('note')).toContainText('Not confirmed: not charged yet')
  await expect(stage(page)).toContainText('Received')
  await confirm(page)
  await expect(page.getByText('Shipment confirmed', { exact: true }).first()).toBeVisible()
  await expect(stage(page)).toContainText('Received')
  await expect(page.getByRole('note')).toHaveCount(0)
})

test('events that contradict each other are settled by hand', { tag: '@phone' }, async ({ page }) => {
  const { id, tracking_code } = await open(page)
  const codes = { tracking_codes: [tracking_code], location: '' }
  await call(page, 'POST', '/shipments/record_event', { ...codes, event_code: 'DELIVERED' })
  const before = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await call(page, 'POST', '/shipments/record_event', { ...codes, event_code: 'LOST', occurred_at: before })
  await page.goto(`${HOST}/shipments?contradicted=true`)
  await expect(page.locator('[data-row]').filter({ hasText: tracking_code })).toBeVisible()
  await page.goto(`${HOST}/shipments/${id}`)
  const task = page.getByRole('note').filter({ hasText: 'The events contradict each other.' })
  await expectAccessible(page)
  await task.getByRole('button', { name: 'Settle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settle the contradiction?' })
  await dialog.getByRole('textbox', { name: 'What you found out' }).fill('The carrier found it')
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(task).toHaveCount(0)
})

test('what is missing leads to its field', { tag: '@phone' }, async ({ page }) => {
  const shipment = await open(page, { to_name: 'Ann Lee' })
  await expect(page.getByRole('note')).toContainText('Details missing')
  await more(page)
  await expect(entry(page, /^Print label/)).toContainText('Missing: Service')
  await page.keyboard.press('Escape')
  await page.getByRole('note').getByRole('link', { name: /city$/ }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${shipment.tracking_code}` })).toBeVisible()
  const recipient = page.getByRole('group', { name: /^(Receiver|Recipient)$/ })
  await expect(recipient.getByRole('textbox', { name: 'City' })).toBeFocused()
})

test('an event recorded by mistake is undone, and both stay in the history', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page)
  await more(page)
  await entry(page, 'Record event').click()
  await expectAccessible(page)
  await record(page, 'Delivered')
  await expect(stage(page)).toContainText('Delivered')
  await history(page).getByRole('button', { name: 'Undo: Delivered' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(stage(page)).toContainText('Created')
  await expect(history(page).getByRole('listitem').first()).toContainText('Undone: Delivered')
  await expect(history(page).getByRole('listitem').nth(1)).toContainText('Corrected')
})

test('a delivered shipment refuses a later event that contradicts it', async ({ page }) => {
  const { tracking_code } = await open(page)
  await call(page, 'POST', '/shipments/record_event', {
    tracking_codes: [tracking_code],
    event_code: 'DELIVERED',
    location: '',
  })
  await page.reload()
  await expect(stage(page)).toContainText('Delivered')
  await more(page)
  await entry(page, 'Record event').click()
  const dialog = page.getByRole('dialog', { name: /^Record an event/ })
  await dialog.getByRole('combobox', { name: 'Event' }).fill('Out for delivery')
  await dialog.getByRole('option', { name: 'Out for delivery', exact: true }).click()
  await dialog.getByRole('button', { name: 'Record event' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This shipment already has a final status.')
})

test('a note stands in the history and leaves the status as it is', async ({ page }) => {
  await open(page)
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Call before delivery')
  await button(page, 'Add note').click()
  await expect(history(page).getByRole('listitem').first()).toContainText('Call before delivery')
  await expect(stage(page)).toContainText('Created')
})

test('a label is printed by its key, and not for an incomplete shipment', async ({ page }) => {
  await open(page, { to_name: 'Ann Lee' })
  await page.keyboard.press('p')
  await expect(page.getByText(/^Missing: Service/)).toBeVisible()
  const { id } = await make(page)
  await page.goto(`${HOST}/shipments/${id}`)
  await confirm(page)
  const label = await labelFrom(page, button(page, 'Print label'))
  expect(label.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a held shipment has no label until it is released', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await confirm(page)
  await expect(stage(page)).toContainText('Confirmed')
  await more(page)
  await entry(page, 'Put on hold').click()
  const dialog = page.getByRole('dialog', { name: /^Put .* on hold/ })
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await dialog.getByRole('option', { name: 'Damaged' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Wet corner')
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  const why = page.getByRole('note').filter({ hasText: 'On hold' })
  await expect(why).toContainText('On hold: the parcel needs new packaging')
  await expect(why).toContainText('Wet corner')
  await expectAccessible(page)
  await button(page, 'Documents').click()
  await expect(entry(page, /^Label/).first()).toContainText('It is on hold. Release it first.')
  await expect(entry(page, /^Shipment summary/)).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await button(page, 'Release').click()
  await page
    .getByRole('dialog', { name: /^Release/ })
    .getByRole('button', { name: 'Release' })
    .click()
  await expect(why).toBeHidden()
  const label = await labelFrom(page, button(page, 'Print label'))
  expect(label.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(history(page)).toContainText('First label print')
})

test('the keys lead to the next shipment of the list and back', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const to_name = `Row ${Date.now()}`
  const made = [await make(page, { to_name }), await make(page, { to_name })]
  const [older, newer] = made.map(({ tracking_code }) => tracking_code) as [string, string]
  await page.goto(`${HOST}/shipments?search=${encodeURIComponent(to_name)}`)
  await page.getByRole('link', { name: newer }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: newer })).toBeVisible()
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press(']')
  await expect(page.getByRole('heading', { level: 1, name: older })).toBeVisible()
  await page.keyboard.press('[')
  await expect(page.getByRole('heading', { level: 1, name: newer })).toBeVisible()
})

test('the menu copies the code and the public link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: HOST })
  const { tracking_code } = await open(page)
  await more(page)
  await entry(page, 'Copy public tracking link').click()
  await expect(page.getByText('Tracking link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`${HOST}/tracking?codes=${tracking_code}`)
})

test('inches come back as they were typed', async ({ page }) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  const parcels = [{ length_mm: 304.8, width_mm: 203.2, height_mm: 101.6, weight_g: 1814 }]
  const { id } = await make(page, await completeForm(page, { parcels }))
  await page.goto(`${origin('pacific')}/shipments/${id}`)
  await expect(page.getByText('12 × 8 × 4 in')).toBeVisible()
})

test('figures that do not agree are told on the page', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const form = await completeForm(page, { declared_value: '50.00', declared_weight_g: 800 })
  await page.goto(`${HOST}/shipments/${(await make(page, form)).id}`)
  const told = page.getByRole('alert')
  await expect(told).toContainText('The items add up to US$20.00, but the declared value is US$50.00.')
  await expect(told).toContainText('more than the gross weight')
  await expectAccessible(page)
})
