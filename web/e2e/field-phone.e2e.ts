import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createRun, planDelivery, startRun, userOf } from './delivering'
import { colleague } from './people'
import { requestedPickup, startPickupRun } from './pickups'
import { call, enter, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** The phone of a driver without a network: nothing that was recorded is lost, sent twice, or sent by somebody else. */

test.use({ locale: 'en-US' })

const FIELD = `${origin('atlantico')}/field`
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

type Shown = {
  status: number
  is_waiting: boolean
  version: number
  tasks: string[]
  records: { kind: string; is_complete: boolean; name: string | null; files: { sha256: string }[] }[]
}

const show = async (office: Page, { id }: { id: string }) =>
  (await call<{ data: Shown }>(office, 'GET', `/shipment-deliveries/${id}`)).data

/** Signs a driver in, whoever was signed in before. */
async function take(phone: Page, address: string) {
  await phone.goto(`${origin('atlantico')}/healthz`)
  await enter(phone, address)
}

/** Until the page would open without a network. */
async function isKept(phone: Page) {
  await phone.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise<void>((done) => {
      active?.addEventListener('statechange', () => active.state === 'activated' && done())
    })
  })
  await expect.poll(() => phone.evaluate(() => localStorage.getItem('remessa-field-runs-2'))).not.toBeNull()
}

/** A photo unlike the others. */
const drawPhoto = async (phone: Page, color: string) => {
  const drawn = await phone.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    const [width, height] = [64, 48]
    Object.assign(canvas, { width, height })
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.fillStyle = fill
      pen.fillRect(0, 0, width, height)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, color)
  return { name: 'door.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') }
}

/** At the open page of a stop. */
async function deliver(phone: Page, name: string, color: string) {
  await expect(phone.getByRole('heading', { level: 1, name })).toBeVisible()
  await phone.getByRole('button', { name: 'Delivered' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Delivered' })
  await sheet.locator('input[type=file]').setInputFiles(await drawPhoto(phone, color))
  await sheet.getByRole('textbox', { name: 'Name' }).fill(`${name} Lima`)
  await sheet.getByRole('button', { name: 'Send' }).click()
}

const unsent = (phone: Page, count: number) => phone.getByRole('button', { name: `${count} unsent` })
const allSent = (phone: Page) => phone.getByRole('button', { name: 'All sent' })

/** Names that no other delivery has, each for a stop. */
const names = (...first: string[]) => first.map((name) => `${name} ${Date.now()}`)

test('three stops without a network survive the closing of the page', { tag: '@phone-only' }, async ({
  page,
  context,
  somebodyElse,
}) => {
  test.slow()
  const office = await somebodyElse()
  await signIn(office, 'staff', 'atlantico', { to: false })
  await take(page, await colleague(await somebodyElse(), 'atlantico', 'Driver Ana'))
  const who = names('Bia', 'Caio', 'Davi')
  const planned: Awaited<ReturnType<typeof planDelivery>>[] = []
  for (const name of who) planned.push(await planDelivery(office, name))
  const run = await startRun(office, planned, await userOf(page))
  await page.goto(FIELD)
  await expect(page.getByRole('region', { name: run.number })).toContainText('0 of 3')
  await isKept(page)
  await expectAccessible(page)

  await context.setOffline(true)
  await page.getByRole('link', { name: new RegExp(who[0] ?? '') }).click()
  for (const [at, name] of who.entries()) await deliver(page, name, ['red', 'green', 'blue'][at] ?? '')
  await expect(page.getByRole('heading', { level: 1, name: 'My runs' })).toBeVisible()
  await expect(unsent(page, 3)).toBeVisible()
  await page.close()

  const again = await context.newPage()
  await again.goto(FIELD)
  await expect(again.getByRole('region', { name: run.number })).toContainText('3 of 3')
  await unsent(again, 3).click()
  const drawer = again.getByRole('dialog', { name: '3 unsent' })
  await expect(drawer.getByText('It is kept on this phone')).toBeVisible()
  const download = again.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Export as a file' }).click()
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(exported.records.map(({ state }: { state: string }) => state)).toEqual([
    'unsent',
    'unsent',
    'unsent',
  ])
  expect(exported.files.filter(({ base64 }: { base64: string | null }) => base64)).toHaveLength(3)
  await again.keyboard.press('Escape')
  expect((await show(office, planned[0] ?? { id: '' })).status).toBe(30)

  await context.setOffline(false)
  await expect(allSent(again)).toBeVisible({ timeout: 30_000 })
  const proofs = new Set<string>()
  for (const [at, delivery] of planned.entries()) {
    const { status, is_waiting, records } = await show(office, delivery)
    expect([status, is_waiting]).toEqual([40, false])
    expect(records.map(({ kind, name, is_complete }) => [kind, name, is_complete])).toEqual([
      ['deliver', `${who[at]} Lima`, true],
    ])
    for (const { sha256 } of records[0]?.files ?? []) proofs.add(sha256)
  }
  expect(proofs.size).toBe(3)
  await again.reload()
  await expect(again.getByRole('region', { name: run.number })).toContainText('3 of 3')
  await expect(allSent(again)).toBeVisible()

  await again.goto(`${FIELD}/stops/${run.stops[0]?.id}`)
  await expect(again.getByRole('button', { name: 'Add a photo' })).toBeVisible()
  await again
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles(await drawPhoto(again, 'gray'))
  await expect(again.getByText('Recorded').first()).toBeVisible()
  await expect(allSent(again)).toBeVisible()
  const kinds = async () => (await show(office, planned[0] ?? { id: '' })).records.map(({ kind }) => kind)
  await expect.poll(kinds).toEqual(expect.arrayContaining(['deliver', 'attach']))
})

test('what a driver records late counts, though the office has given the stop to another one', {
  tag: '@phone-only',
}, async ({ page, context, somebodyElse }) => {
  test.slow()
  const office = await somebodyElse()
  await signIn(office, 'staff', 'atlantico', { to: false })
  await take(page, await colleague(await somebodyElse(), 'atlantico', 'Driver Ana'))
  const other = await somebodyElse(PHONE)
  await take(other, await colleague(await somebodyElse(), 'atlantico', 'Driver Bo'))
  const [first = '', second = '', third = ''] = names('Bia', 'Caio', 'Davi')
  const [one, two] = [await planDelivery(office, first), await planDelivery(office, second)]
  const run = await startRun(office, [one, two], await userOf(page))
  const rest = await createRun(office, [(await planDelivery(office, third)).id], await userOf(other))
  await page.goto(FIELD)
  await expect(page.getByRole('region', { name: run.number })).toContainText('0 of 2')
  await isKept(page)

  await context.setOffline(true)
  const path = `/shipment-deliveries/${two.id}`
  const { version } = await show(office, two)
  await call(office, 'POST', `${path}/reassign`, { route_id: rest.id, version })
  await other.goto(FIELD)
  await expect(other.getByRole('region', { name: rest.number })).toContainText(second)
  await page.getByRole('link', { name: new RegExp(first) }).click()
  await deliver(page, first, 'red')
  await deliver(page, second, 'green')
  await expect(unsent(page, 2)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('1 stop changed').first()).toBeVisible({ timeout: 30_000 })
  await expect(allSent(page)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: run.number })).toContainText('1 of 1')

  expect(await show(office, one)).toMatchObject({ status: 40, tasks: [] })
  const late = await show(office, two)
  expect(late).toMatchObject({ status: 40, is_waiting: false, tasks: ['delivered_after_reassign'] })
  expect(late.records).toHaveLength(1)
})

test('another driver on the same phone neither sees nor sends what is unsent', {
  tag: '@phone-only',
}, async ({ page, context, somebodyElse }) => {
  test.slow()
  const office = await somebodyElse()
  await signIn(office, 'staff', 'atlantico', { to: false })
  const [ana, bo] = [
    await colleague(await somebodyElse(), 'atlantico', 'Driver Ana'),
    await colleague(await somebodyElse(), 'atlantico', 'Driver Bo'),
  ]
  await take(page, ana)
  const [name = ''] = names('Bia')
  const delivery = await planDelivery(office, name)
  const run = await startRun(office, [delivery], await userOf(page))
  await page.goto(`${FIELD}/stops/${run.stops[0]?.id}`)
  await isKept(page)
  await context.setOffline(true)
  await deliver(page, name, 'red')
  await expect(unsent(page, 1)).toBeVisible()
  await page.close()
  await context.setOffline(false)

  const phone = await context.newPage()
  await phone.goto(`${origin('atlantico')}/healthz`)
  await call(phone, 'POST', '/logout')
  await phone.evaluate(() => localStorage.removeItem('remessa-signed-in'))
  await phone.goto(`${origin('atlantico')}/login`)
  await expect(phone.getByText('1 record of Driver Ana is still on this phone')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Export as a file' })).toBeVisible()
  await expectAccessible(phone)
  await phone.goto(`${origin('atlantico')}/healthz`)
  await enter(phone, bo)
  await phone.goto(FIELD)
  await expect(phone.getByRole('heading', { level: 1, name: 'My runs' })).toBeVisible()
  await expect(allSent(phone)).toBeVisible()
  await expect(phone.getByText(run.number)).toHaveCount(0)
  await expectReflow(phone)
  expect((await show(office, delivery)).status).toBe(30)

  await phone.goto(`${origin('atlantico')}/healthz`)
  await call(phone, 'POST', '/logout')
  await enter(phone, ana)
  await phone.goto(FIELD)
  await expect.poll(async () => (await show(office, delivery)).status, { timeout: 30_000 }).toBe(40)
  await expect(allSent(phone)).toBeVisible()
})

test('a pickup is collected by scan without a network, and the office sees its photo', {
  tag: '@phone-only',
}, async ({ page, context, somebodyElse }) => {
  test.slow()
  const office = await somebodyElse()
  await signIn(office, 'admin', 'atlantico', { to: false })
  await take(page, await colleague(await somebodyElse(), 'atlantico', 'Driver Ana'))
  const { pickup, shipment } = await requestedPickup(office)
  const run = await startPickupRun(office, pickup.id, await userOf(page))
  await page.goto(FIELD)
  await expect(page.getByRole('region', { name: run.number })).toContainText('0 of 1')
  await isKept(page)

  await context.setOffline(true)
  await page.getByRole('region', { name: run.number }).getByRole('list').getByRole('link').click()
  await expect(page.getByRole('region', { name: `Pickup ${pickup.number}` })).toContainText(
    'Avenida Paulista',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Collected', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Collected' })
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('Scan at least one parcel', { exact: false })).toBeVisible()
  const scan = sheet.getByRole('textbox', { name: 'Scan or enter a code' })
  await scan.fill(`${shipment.tracking_code}001`)
  await scan.press('Enter')
  await expect(sheet.getByRole('region', { name: 'Scanned codes' }).getByRole('listitem')).toHaveCount(1)
  await sheet.getByRole('textbox', { name: 'Handed over by' }).fill('Ana Souza')
  await sheet.locator('input[type=file]').setInputFiles(await drawPhoto(page, 'purple'))
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My runs' })).toBeVisible()
  await expect(page.getByRole('region', { name: run.number })).toContainText('1 of 1')
  await expect(unsent(page, 1)).toBeVisible()
  await context.setOffline(false)
  await expect(allSent(page)).toBeVisible({ timeout: 30_000 })

  await office.goto(`${origin('atlantico')}/shipment-pickups/${pickup.id}`)
  await expect(office.getByText('1 of 2 parcels')).toBeVisible()
  const records = office.getByRole('region', { name: 'Records of drivers' })
  await expect(records).toContainText('Ana Souza')
  await expect(records.getByRole('img', { name: 'Photo' })).toBeVisible()
  await expectAccessible(office)
})

test('a pickup that failed and one that contradicts it are settled by the office', {
  tag: '@phone-only',
}, async ({ page }) => {
  test.slow()
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { pickup, shipment } = await requestedPickup(page)
  const run = await startPickupRun(page, pickup.id)
  const stop = run.pickups[0]?.id
  await page.goto(`${FIELD}/stops/${stop}`)
  await page.getByRole('button', { name: 'Could not collect' }).click()
  const sheet = page.getByRole('dialog', { name: 'Could not collect' })
  await sheet.getByRole('radio', { name: 'Nobody there' }).check()
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(allSent(page)).toBeVisible()
  const record = (kind: string, seconds: number, payload: object) => ({
    id: crypto.randomUUID(),
    route_stop_id: stop,
    seq: 100 + seconds,
    kind,
    at: new Date().toISOString(),
    offset_s: seconds,
    payload,
  })
  const records = [
    record('collect', 1, { codes: [shipment.tracking_code] }),
    record('fail', 60, { reason: 'closed' }),
  ]
  await call(page, 'POST', '/field/records', { records })
  await page.goto(`${origin('atlantico')}/shipment-pickups/${pickup.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Recorded as failed after it was collected.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as settled' }).click()
  const dialog = page.getByRole('dialog', { name: 'What did you find out?' })
  await dialog.getByRole('textbox', { name: 'Result' }).fill('Wrong button')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect(page.getByText('Tasks settled')).toBeVisible()
  await expect(main.getByText('Recorded as failed after it was collected.')).toHaveCount(0)
})

test('the recipient says a PIN, which the phone checks for mistakes and the office for truth', {
  tag: '@phone-only',
}, async ({ page, somebodyElse }) => {
  test.slow()
  const office = await somebodyElse()
  await signIn(office, 'admin', 'atlantico', { to: false })
  await take(page, await colleague(await somebodyElse(), 'atlantico', 'Driver Ana'))
  const [name = ''] = names('Bia')
  const delivery = await planDelivery(office, name)
  const path = `/shipment-deliveries/${delivery.id}`
  await call(office, 'PATCH', path, { proof: ['pin'], version: (await show(office, delivery)).version })
  const run = await startRun(office, [delivery], await userOf(page))
  await office.goto(`${origin('atlantico')}${path}`)
  await office.getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: 'New PIN' }).click()
  const dialog = office.getByRole('dialog', { name: /^New PIN for/ })
  await dialog.getByRole('button', { name: 'Make new PIN' }).click()
  const pin = (await dialog.getByRole('status').textContent()) ?? ''
  expect(pin).toMatch(/^\d{6}$/)
  await expectAccessible(office)

  await page.goto(`${FIELD}/stops/${run.stops[0]?.id}`)
  await page.getByRole('button', { name: 'Delivered' }).click()
  const sheet = page.getByRole('dialog', { name: 'Delivered' })
  await sheet.getByRole('textbox', { name: 'Name' }).fill(`${name} Lima`)
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('A PIN is required', { exact: false })).toBeVisible()
  const digit = (Number(pin[5]) + 1) % 10
  await sheet.getByRole('textbox', { name: 'PIN' }).fill(`${pin.slice(0, 5)}${digit}`)
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('This cannot be the PIN', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(allSent(page)).toBeVisible({ timeout: 30_000 })
  await expect.poll(async () => (await show(office, delivery)).status).toBe(40)
  expect((await show(office, delivery)).tasks).toEqual([])
  await office.goto(`${origin('atlantico')}${path}`)
  await expect(office.getByRole('region', { name: 'Records of drivers' })).toContainText('PIN correct')
})
