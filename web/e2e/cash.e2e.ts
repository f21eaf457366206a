import { completeForm } from './complete'
import { DAY, planDelivery, startRun } from './delivering'
import { administrator } from './people'
import { call, enter, expect, expectAccessible, origin, signIn, test } from './support'

/** Cash on delivery: from the amount to collect over the phone of the driver to the count in the office. */

test.use({ locale: 'en-US' })

const CASH = `${origin('atlantico')}/cash-handovers`

/** A delivery with an amount to collect, under way. */
async function collect(page: Parameters<typeof planDelivery>[0], due: string) {
  const planned = await planDelivery(page)
  const path = `/shipment-deliveries/${planned.id}`
  const { data } = await call<{ data: { version: number } }>(page, 'GET', path)
  await call(page, 'PATCH', path, { cod_due: due, cod_currency: 'BRL', version: data.version })
  return { planned, run: await startRun(page, [planned]) }
}

test('cash is taken at the door, counted by another person, and a difference is decided by a third', async ({
  page,
  browser,
}) => {
  const driver = await administrator(page, 'atlantico', `Driver ${Date.now()}`)
  const third = await administrator(page, 'atlantico', `Third ${Date.now()}`)
  await page.goto(`${origin('atlantico')}/healthz`)
  await enter(page, driver)
  const { planned, run } = await collect(page, '150')
  await page.goto(`${origin('atlantico')}/field/stops/${run.stops[0]?.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Collect R$150.00')).toBeVisible()
  await page.getByRole('button', { name: 'Delivered' }).click()
  const sheet = page.getByRole('dialog', { name: 'Delivered' })
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Ana Lima')
  await sheet.getByRole('button', { name: 'Send' }).click()
  const taken = sheet.getByRole('textbox', { name: 'Cash taken' })
  await expect(taken).toHaveAccessibleDescription(/Enter the cash that was taken\./)
  await taken.fill('150')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('button', { name: 'All sent' })).toBeVisible()
  await page.goto(CASH)
  const own = page.getByRole('list', { name: 'With drivers' }).getByRole('listitem')
  await expect(own.filter({ hasText: 'A colleague counts it.' })).toBeVisible()

  const office = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(office, 'admin', 'atlantico', { to: false })
  await office.goto(`${origin('atlantico')}/shipment-deliveries/${planned.id}`)
  await expect(office.getByText('With the driver, not counted yet')).toBeVisible()
  await office.goto(CASH)
  await expectAccessible(office)
  const name = (await call<{ data: { name: string } }>(page, 'GET', '/account')).data.name
  await office.getByRole('button', { name: `Count the cash of ${name}`, exact: true }).click()
  const count = office.getByRole('dialog', { name: `Count the cash of ${name}` })
  await count.getByRole('textbox', { name: 'Counted' }).fill('149.5')
  await count.getByRole('button', { name: 'Count cash' }).click()
  await expect(office.getByRole('heading', { level: 1, name: /H-/ })).toBeVisible()
  await expect(office.getByRole('main').getByText('R$150.00').first()).toBeVisible()
  const decide = office.getByRole('button', { name: 'Resolve difference' })
  await expect(decide).toBeDisabled()

  const address = office.url()
  const other = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await other.goto(`${origin('atlantico')}/healthz`)
  await enter(other, third)
  await other.goto(address)
  await other.getByRole('button', { name: 'Resolve difference' }).click()
  const dialog = other.getByRole('dialog', { name: /Resolve the difference of H-/ })
  await dialog.getByRole('radio', { name: 'The driver owes it' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A coin is missing.')
  await dialog.getByRole('button', { name: 'Resolve difference' }).click()
  await expect(other.getByRole('main').getByText('Resolved', { exact: true })).toBeVisible()
})

test('an amount to collect is set on the delivery, and the run says it', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const planned = await planDelivery(page)
  await page.goto(`${origin('atlantico')}/shipment-deliveries/${planned.id}/edit`)
  await page.getByRole('textbox', { name: 'Cash to collect' }).fill('80')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main').getByText('R$80.00')).toBeVisible()
  const run = await startRun(page, [planned])
  await page.goto(`${origin('atlantico')}/routes/${run.id}`)
  await expect(page.getByRole('main').getByText('Collect R$80.00', { exact: false })).toBeVisible()
})

test('a client decides after the last attempt', async ({ page, browser }) => {
  await signIn(page, 'client', 'atlantico', { to: false })
  const office = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(office, 'staff', 'atlantico', { to: false })
  const form = await completeForm(page, { to_name: `Eva ${Date.now()}` })
  type Shipment = { data: { id: string; tracking_code: string } }
  const shipment = (await call<Shipment>(page, 'POST', '/shipments', form)).data
  const event = { tracking_codes: [shipment.tracking_code], event_code: 'ARRIVED' }
  await call(office, 'POST', '/shipments/record_event', event)
  const plan = { shipment_ids: [shipment.id], on_date: DAY }
  type Planned = { data: { delivery_id: string }[] }
  const id = (await call<Planned>(office, 'POST', '/shipment-deliveries', plan)).data[0]?.delivery_id ?? ''
  const path = `/shipment-deliveries/${id}`
  const { data } = await call<{ data: { version: number } }>(office, 'GET', path)
  await call(office, 'PATCH', path, { max_attempts: 1, version: data.version })
  const run = await startRun(office, [{ shipment, id }])
  const failed = {
    id: crypto.randomUUID(),
    route_stop_id: run.stops[0]?.id,
    seq: 1,
    kind: 'fail',
    at: new Date().toISOString(),
    offset_s: 0,
    payload: { reason: 'recipient_absent' },
  }
  await call(office, 'POST', '/field/records', { records: [failed] })
  await page.goto(`${origin('atlantico')}/shipments/${shipment.id}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Send choice' }).click()
  await expect(main.getByText('Choose one.')).toBeVisible()
  await main.getByRole('radio', { name: 'Deliver to another address' }).check()
  await main.getByRole('button', { name: 'Send choice' }).click()
  const address = main.getByRole('textbox', { name: 'New address, with contact' })
  await expect(address).toHaveAccessibleDescription(/./)
  await address.fill('Rua Nova, 10, Recife')
  await main.getByRole('button', { name: 'Send choice' }).click()
  await expect(main.getByRole('button', { name: 'Send choice' })).toHaveCount(0)
  await expect(main.getByText('Rua Nova, 10, Recife')).toBeVisible()
  await office.goto(`${origin('atlantico')}${path}`)
  await expect(office.getByRole('main').getByText('Deliver to another address').first()).toBeVisible()
})

test('a warehouse has rates by size, and a client sees them', async ({ page, browser }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  type Warehouses = { data: { id: string; storage: object | null }[] }
  const { data } = await call<Warehouses>(page, 'GET', '/warehouses?per_page=100')
  const taking = data.find(({ storage }) => storage !== null)
  await page.goto(`${origin('atlantico')}/warehouses/${taking?.id}`)
  const rate = page.getByRole('group', { name: 'Rate 1', exact: true })
  await expect(rate.getByRole('textbox', { name: 'Up to weight' })).toHaveValue(/2/)
  const client = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(client, 'client', 'atlantico', { to: false })
  await client.goto(`${origin('atlantico')}/inbound-parcels`)
  await expect(
    client
      .getByRole('main')
      .getByText(/up to 2 kg|all parcels:/)
      .first(),
  ).toBeVisible()
})
