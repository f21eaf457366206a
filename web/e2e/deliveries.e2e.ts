import type { Page } from '@playwright/test'
import { addArrivedShipment, createRun, DAY, planDelivery, startRun } from './delivering'
import { linksFor } from './emails'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Deliveries and runs, from the scanned shipment to what a driver records. */

test.use({ locale: 'en-US' })

test('scanned shipments become deliveries, and what is refused says why', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const [first, taken] = [await addArrivedShipment(page), await planDelivery(page)]
  await page.goto(`${origin('atlantico')}/shipment-deliveries/new`)
  const field = page.getByRole('region', { name: 'Shipments' }).getByRole('textbox').first()
  await field.fill(first.tracking_code)
  await page.keyboard.press('Enter')
  await field.fill(taken.shipment.tracking_code)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deliver 2 shipments' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 delivery is ready' })).toBeVisible()
  await expect(page.getByText(/The shipment is already in delivery D-/)).toBeVisible()
  await page.getByRole('status').getByRole('link', { name: /^D-/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Delivery D-/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Shipments' })).toContainText(first.tracking_code)
})

/** The place of a delivery on the way from east to west. */
async function placeDelivery(page: Page, id: string, longitude: number) {
  const path = `/shipment-deliveries/${id}`
  const { data } = await call<{ data: { version: number } }>(page, 'GET', path)
  await call(page, 'PATCH', path, { latitude: -23.5, longitude, version: data.version })
}

test('a run is put together, loaded by scans and started', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const [one, two] = [
    await planDelivery(page, `Bia ${Date.now()}`),
    await planDelivery(page, `Caio ${Date.now()}`),
  ]
  await placeDelivery(page, one.id, -46.3)
  await placeDelivery(page, two.id, -46.9)
  const run = await createRun(page, [one.id, two.id])
  const start = { start_latitude: -23.5, start_longitude: -46.2, version: run.version }
  await call(page, 'PATCH', `/routes/${run.id}`, start)
  await page.goto(`${origin('atlantico')}/routes/${run.id}`)
  const stops = page.getByRole('region', { name: 'Stops' }).getByRole('listitem')
  await expect(stops.first()).toContainText('Bia')
  await stops
    .first()
    .getByRole('button', { name: /^Move Bia .* down$/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(stops.first()).toContainText('Caio')
  // It cannot go further down: the way back has the focus.
  await expect(stops.nth(1).getByRole('button', { name: /^Move Bia .* up$/ })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Put stops in order' }).click()
  await expect(page.getByText('Stops are in order')).toBeVisible()
  await expect(stops.first()).toContainText('Bia')
  await page.getByRole('link', { name: 'Load', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '0 of 2 parcels loaded' })).toBeVisible()
  const field = page.getByRole('region', { name: 'Load' }).getByRole('textbox').first()
  await field.fill(one.shipment.tracking_code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '1 of 2 parcels loaded' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'To the run' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  const dialog = page.getByRole('dialog', { name: /^Start run R-/ })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByText(/Parcels that are not loaded: 1/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('not in the depot')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('Run started').first()).toBeVisible()
  await expect(stops).toHaveCount(1)
  await page.getByRole('link', { name: 'To my stops' }).click()
  await expect(page.getByRole('region', { name: run.number })).toContainText('0 of 1')
  await page.goto(`${origin('atlantico')}/routes/${run.id}/load`)
  await expect(page.getByText('This run takes no parcels now', { exact: false })).toBeVisible()
  await page.goto(`${origin('atlantico')}/routes/${run.id}/edit`)
  await expect(page.getByRole('combobox', { name: 'Driver' })).toBeDisabled()
})

test('a driver delivers, cannot deliver, and takes it back', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const name = `Davi ${Date.now()}`
  const [one, two] = [await planDelivery(page, name), await planDelivery(page, `Eva ${Date.now()}`)]
  const run = await startRun(page, [one, two])
  await page.goto(`${origin('atlantico')}/field`)
  const card = page.getByRole('region', { name: run.number })
  await expect(card).toContainText('0 of 2')
  await expectAccessible(page)
  await expectReflow(page)
  await card.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Delivered' }).click()
  const sheet = page.getByRole('dialog', { name: 'Delivered' })
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('Enter a name or take a photo.')).toBeVisible()
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessible(page)
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Davi Lima')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Delivered' }).click()
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toHaveValue('Davi Lima')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Eva/ })).toBeVisible()
  await page.getByRole('button', { name: 'Could not' }).click()
  const failed = page.getByRole('dialog', { name: 'Could not' })
  await failed.getByRole('radio', { name: 'Recipient absent' }).check()
  await failed.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My runs' })).toBeVisible()
  await expect(page.getByRole('region', { name: run.number })).toContainText('2 of 2')
  await expect(card.getByRole('link', { name: 'Open and close' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'All sent' })).toBeVisible()
  await page.goto(`${origin('atlantico')}/shipments/${two.shipment.id}`)
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Recipient absent')
  await page.goto(`${origin('atlantico')}/field/stops/${run.stops[1]?.id}`)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(page.getByText('earlier attempt', { exact: false })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Delivered' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'All sent' })).toBeVisible()
  await page.goto(`${origin('atlantico')}/shipment-deliveries/${one.id}`)
  await expect(page.getByText('Davi Lima').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Proof (PDF)' })).toBeVisible()
})

test('a run that is closed stays on the phone, and nobody is told to start it', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const run = await startRun(page, [await planDelivery(page)])
  const stop = run.stops[0]?.id
  const at = new Date().toISOString()
  const record = { id: crypto.randomUUID(), route_stop_id: stop, seq: 1, kind: 'deliver', at, offset_s: 0 }
  await call(page, 'POST', '/field/records', { records: [{ ...record, payload: { name: 'Ana' } }] })
  const { data } = await call<{ data: { version: number } }>(page, 'GET', `/routes/${run.id}`)
  await call(page, 'POST', `/routes/${run.id}/close`, { version: data.version })
  await page.goto(`${origin('atlantico')}/field`)
  const card = page.getByRole('region', { name: run.number })
  await expect(card).toContainText('1 of 1')
  await expect(card.getByRole('link', { name: 'Load parcels' })).toHaveCount(0)
  await page.goto(`${origin('atlantico')}/field/stops/${stop}`)
  await expect(page.getByText('This run is closed.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
})

test('a driver hands over one of two parcels, and has it signed', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const parcel = { length_mm: 300, width_mm: 200, height_mm: 100, weight_g: 600 }
  const recipient = `Gil ${Date.now()}`
  const delivery = await planDelivery(page, recipient, { parcels: [parcel, parcel] })
  const path = `/shipment-deliveries/${delivery.id}`
  const { data } = await call<{ data: { version: number } }>(page, 'GET', path)
  await call(page, 'PATCH', path, { proof: ['signature', 'document'], version: data.version })
  const run = await startRun(page, [delivery])
  await page.goto(`${origin('atlantico')}/field/stops/${run.stops[0]?.id}`)
  await page.getByRole('button', { name: 'Delivered' }).click()
  const sheet = page.getByRole('dialog', { name: 'Delivered' })
  await sheet.getByRole('checkbox', { name: / · 2\/2$/ }).uncheck()
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Gil Lima')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('A signature is required, or the reason why there is none.')).toBeVisible()
  const document = sheet.getByRole('textbox', { name: 'Document number' })
  await expect(document).toHaveAccessibleDescription(
    'A document number is required, or the reason why there is none.',
  )
  await expectAccessible(page)
  await document.fill('123.456.789-09')
  const pad = sheet.getByRole('img', { name: 'Signature' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('nothing to sign on')
  await page.mouse.move(box.x + 20, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 20, { steps: 5 })
  await page.mouse.up()
  await expect(sheet.getByRole('img', { name: 'Signature, signed' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My runs' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'All sent' })).toBeVisible()
  await page.goto(`${origin('atlantico')}${path}`)
  await expect(page.getByText('Partly delivered').first()).toBeVisible()
  await expect(page.getByText('1 of 2 parcels delivered')).toBeVisible()

  // The other parcel goes on another run.
  const next = await createRun(page, [])
  await page.goto(`${origin('atlantico')}/routes/${next.id}`)
  await page.getByRole('button', { name: 'Add deliveries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add deliveries' })
  await dialog.getByLabel('Waiting deliveries').first().fill(recipient)
  await expect(page.getByRole('option', { name: new RegExp(recipient) })).toBeVisible()
})

test('a contradiction is a task until somebody settles it', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const delivery = await planDelivery(page)
  const run = await startRun(page, [delivery])
  const other = await createRun(page, [])
  type Delivery = { data: { version: number } }
  const path = `/shipment-deliveries/${delivery.id}`
  const { data } = await call<Delivery>(page, 'GET', path)
  await call(page, 'POST', `${path}/reassign`, { route_id: other.id, version: data.version })
  const record = {
    id: crypto.randomUUID(),
    route_stop_id: run.stops[0]?.id,
    seq: 1,
    kind: 'deliver',
    at: new Date(Date.now() + 2_000).toISOString(),
    payload: { name: 'Ana' },
  }
  await call(page, 'POST', '/field/records', { records: [record] })
  await page.goto(`${origin('atlantico')}${path}`)
  await expect(page.getByText('Delivered by the driver it was taken from.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as settled' }).click()
  const dialog = page.getByRole('dialog', { name: 'What did you find out?' })
  await dialog.getByRole('textbox', { name: 'Result' }).fill('the first driver had it on board')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect(page.getByText('Delivered by the driver it was taken from.')).toHaveCount(0)
})

test('a recipient chooses by the link of an e-mail, once', async ({ page, somebodyElse }) => {
  test.slow()
  await signIn(page, 'staff', 'atlantico', { to: false })
  const address = `eva-${Date.now()}@example.com`
  const wish = { to_email: address, to_updates_language: 'en' }
  const delivery = await planDelivery(page, `Eva ${Date.now()}`, wish)
  const run = await startRun(page, [delivery])
  const record = {
    id: crypto.randomUUID(),
    route_stop_id: run.stops[0]?.id,
    seq: 1,
    kind: 'fail',
    at: new Date(Date.now() + 2_000).toISOString(),
    payload: { reason: 'recipient_absent' },
  }
  await call(page, 'POST', '/field/records', { records: [record] })
  await expect.poll(() => linksFor(address, '/delivery').length, { timeout: 15_000 }).toBe(1)
  const recipient = await somebodyElse()
  const link = linksFor(address, '/delivery')[0] ?? ''
  await recipient.goto(link)
  await expect(recipient.getByRole('heading', { level: 1, name: /^Delivery D-.* from / })).toBeVisible()
  await expect(recipient.getByText('Recipient absent')).toBeVisible()
  await expectAccessible(recipient)
  await recipient.getByRole('button', { name: 'Send choice' }).click()
  await expect(recipient.getByText('Choose one.')).toBeVisible()
  await recipient.getByRole('radio', { name: 'Give it to a neighbor' }).check()
  await recipient.getByRole('button', { name: 'Send choice' }).click()
  const neighbour = recipient.getByRole('textbox', { name: 'Name and house of the neighbor' })
  await expect(neighbour).toHaveAttribute('aria-invalid', 'true')
  await neighbour.fill('Davi, 14 B')
  await expectAccessible(recipient)
  await recipient.getByRole('button', { name: 'Send choice' }).click()
  await expect(recipient.getByRole('status').filter({ hasText: 'has received your choice' })).toBeVisible()
  await expectAccessible(recipient)
  await recipient.goto(link)
  await expect(recipient.getByText('Davi, 14 B')).toBeVisible()
  await expect(recipient.getByRole('button', { name: 'Send choice' })).toHaveCount(0)
  await page.goto(`${origin('atlantico')}/shipment-deliveries/${delivery.id}`)
  const wanted = page.getByText('The recipient wants: Give it to a neighbor · Davi, 14 B')
  await expect(wanted).toBeVisible()
})

test('the list of deliveries filters by day and by what must be decided', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  await planDelivery(page)
  await page.goto(`${origin('atlantico')}/shipment-deliveries?from=${DAY}&to=${DAY}`)
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.getByRole('switch', { name: 'With something to decide' }).check({ force: true })
  await expect(page).toHaveURL(/has_tasks=true/)
})

test('the client and whoever has the code see when it comes and who took it', { tag: '@phone' }, async ({
  page,
  somebodyElse,
}) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const { shipment, id } = await planDelivery(page)
  type Planned = { data: { version: number } }
  const { data } = await call<Planned>(page, 'GET', `/shipment-deliveries/${id}`)
  const times = { version: data.version, from_time: '09:00', to_time: '12:00' }
  await call(page, 'PATCH', `/shipment-deliveries/${id}`, times)
  const visitor = await somebodyElse({ javaScriptEnabled: false })
  const address = `${origin('atlantico')}/tracking/${shipment.tracking_code}`
  await visitor.goto(address)
  const card = visitor.getByRole('article', { name: shipment.tracking_code })
  await expect(card).toContainText(/Delivery planned for.*, 09:00–12:00/)

  const { stops } = await startRun(page, [{ shipment, id }])
  const record = {
    id: crypto.randomUUID(),
    route_stop_id: stops[0]?.id,
    seq: 1,
    kind: 'deliver',
    at: new Date().toISOString(),
    offset_s: 0,
    payload: { name: 'Rui Alves', relationship: 'neighbour' },
  }
  await call(page, 'POST', '/field/records', { records: [record] })
  await visitor.goto(address)
  await expect(card).toContainText('Rui Alves')
  await expect(card).not.toContainText('Neighbor')
  await page.goto(`${origin('atlantico')}/shipments/${shipment.id}`)
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true })
  await expect(delivery).toContainText('Rui Alves · Neighbor')
  await expect(delivery.getByRole('link', { name: 'Proof (PDF)' })).toHaveAttribute('href', /\/proof$/)
  await expectAccessible(page)
})
