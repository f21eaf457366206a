import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'
import { targetsTooSmall } from './targets'
import { act, addAirline, addRange, airportOf, closeBag, receive, writeWaybill } from './waybills'

/** Parcels after they were sent: messages of airlines, masters without air paper, and the unpacking. */

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('atlantico')}${path}`

type Master = { id: string; number: string; version: number }

/** A day as airlines write it: 12NOV. */
const dayOf = (date: Date) =>
  `${String(date.getUTCDate()).padStart(2, '0')}${date.toLocaleString('en', { month: 'short', timeZone: 'UTC' }).toUpperCase()}`

async function upload(page: Page, name: string, text: string) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('main').getByRole('button', { name: 'Upload messages' }).click()
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await (await chooser).setFiles(file)
}

/** An issued waybill, with the airports where it begins and ends. */
async function issueWaybill(page: Page) {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const airline = await addAirline(page)
  await addRange(page, airline, 1_234_567, 1_234_576)
  await signIn(page, 'staff', 'atlantico', { to: false })
  const waybill = await writeWaybill(page, airline)
  await act(page, waybill, 'book')
  await act(page, waybill, 'issue')
  type Route = { data: { origin_airport: string; destination_airport: string } }
  const { data } = await call<Route>(page, 'GET', `/mawbs/${waybill.id}`)
  return { waybill, from: data.origin_airport, to: data.destination_airport }
}

test('a message of an airline is kept, read, and moves its waybill on', async ({ page }) => {
  test.slow()
  const { waybill, from, to } = await issueWaybill(page)
  const way = `${from}${to}`
  const day = dayOf(new Date(Date.now() - 86_400_000))
  const line = `DEP/LH506/${day}/${way}/T1K1.0/A0900`

  await page.goto(at('/mawbs/messages'))
  await upload(page, 'fsu.txt', `FSU/14\r\n${waybill.number}${way}/T1K1.0\r\n${line}\r\nXX\r\n`)
  const main = page.getByRole('main')
  await expect(main.getByText('fsu.txt').first()).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'fsu.txt' }).first().click()
  await page.waitForURL(/messages\/./)
  await expect(main.getByText('Ended', { exact: true }).first()).toBeVisible()
  await expect(main.getByRole('list', { name: 'Not understood' })).toContainText('XX')
  await expect(main.getByText(line)).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await main.getByRole('link', { name: waybill.number }).click()
  await expect(main.getByText('On its way.')).toBeVisible()
  await expect(main.getByRole('list', { name: 'Events' })).toContainText('DEP · Departed')
})

test('the manifest of a flight tells the break-bag what is still to come', async ({ page }) => {
  test.slow()
  const { waybill, from, to } = await issueWaybill(page)
  const name = `ffm-${Date.now()}.txt`
  const day = dayOf(new Date(Date.now() - 86_400_000))
  const lines = [`1/LH506/${day}0900/${from}`, to, `${waybill.number}${from}${to}/T1K1.0`, 'LAST']
  await page.goto(at('/mawbs/messages'))
  await upload(page, name, ['FFM/8', ...lines].join('\r\n'))
  const main = page.getByRole('main')
  await main.getByRole('link', { name }).first().click()
  await expect(page.getByText('FFM (flight manifest)').first()).toBeVisible()
  await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible()

  await act(page, waybill, 'record_event', { event: 'arrived', note: 'the airline called' })
  const form = { mawb_id: waybill.id }
  const begun = await call<{ data: Master }>(page, 'POST', '/break-bags', form)
  await page.goto(at(`/mawbs/break-bags/${begun.data.id}`))
  await expect(page.getByText(/^LH506 · .+ · 0 of 1 piece received$/)).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'All is unpacked' }).click()
  await expect(page.getByRole('dialog')).toContainText(/LH506 of .+ still brings 1 piece\.\s*1 parcel/)
})

test('a file that is no message is kept and shown', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: '/mawbs/messages' })
  const name = `photos-${Date.now()}.txt`
  await upload(page, name, `Holiday photos ${name}`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name }).first().click()
  await expect(
    main.getByText('No message was recognized. The file is kept as it came.').first(),
  ).toBeVisible()
  await expect(main.getByText(`Holiday photos ${name}`)).toBeVisible()
})

test('bags go by lorry, arrive, and are unpacked with one parcel short', async ({ page }) => {
  test.slow()
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await receive(page)
  const airport = await airportOf(page, shipment.to_country_id)
  const bag = await closeBag(page, airport)
  await page.goto(at('/mawbs/masters/new'))
  const main = page.getByRole('main')
  await main.getByText('CMR', { exact: true }).click()
  await main.getByRole('combobox', { name: 'Leaves from' }).click()
  await page.getByRole('listbox').getByRole('option', { name: /GRU/ }).click()
  await main.getByRole('textbox', { name: 'From', exact: true }).fill('Guarulhos')
  await main.getByRole('textbox', { name: 'To', exact: true }).fill('Buenos Aires')
  await main.getByRole('combobox', { name: 'Country of destination' }).fill('Brazil')
  await page.getByRole('listbox').getByRole('option', { name: 'Brazil', exact: true }).click()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^CMR GRU-T-/ })).toBeVisible()

  await main.getByRole('combobox', { name: 'Add bags' }).fill(bag.number)
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(bag.number) })
    .click()
  // The list stays open for further bags, over the button.
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(main.getByRole('list', { name: 'Bags' })).toContainText(bag.number)
  await main.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  for (const step of ['Record departure', 'Record arrival']) {
    await main.getByRole('button', { name: step }).click()
    await page.getByRole('dialog').getByRole('button', { name: step }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await main.getByRole('button', { name: 'Begin break-bag' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Break-bag GRU-T-/ })).toBeVisible()
  const station = main.getByRole('region', { name: 'Unpack' })
  await station.getByRole('textbox').first().fill(bag.number)
  await page.keyboard.press('Enter')
  await expect(station.getByRole('combobox', { name: 'Bag that is unpacked' })).toHaveValue(bag.number)
  await station.getByRole('textbox').first().fill('NOBODY-KNOWS')
  await page.keyboard.press('Enter')
  await expect(station.getByText('NOBODY-KNOWS was not expected: set it aside').first()).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await main.getByRole('button', { name: 'All is unpacked' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'All is unpacked' }).click()
  const parcels = main.getByRole('list', { name: 'Parcels' })
  await expect(parcels).toContainText('short')
  for (const name of [/^Settle: NOBODY-KNOWS/, /^Settle: /]) {
    await parcels.getByRole('button', { name }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('asked the carrier')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
    await expect(dialog).toBeHidden()
    await main.getByRole('button', { name: 'Undecided' }).click()
  }
  await expect(main.getByText('No parcels here.')).toBeVisible()
  await main.getByRole('button', { name: 'Close', exact: true }).click()
  const closing = page.getByRole('dialog', { name: /^Close the break-bag of / })
  await closing.getByRole('radio', { name: 'Receiving' }).check()
  await closing.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(main.getByText('All is settled.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Receiving' })).toBeVisible()
})

test('a break-bag is worked on a phone', { tag: '@phone-only' }, async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await receive(page)
  const bag = await closeBag(page, await airportOf(page, shipment.to_country_id))
  type Bag = { data: { warehouse_id: string; destination_country_id: number } }
  const { data } = await call<Bag>(page, 'GET', `/bags/${bag.id}`)
  const form = {
    kind: 'bl',
    warehouse_id: data.warehouse_id,
    from_place: 'Santos',
    to_place: 'Hamburg',
    to_country_id: data.destination_country_id,
  }
  const { data: master } = await call<{ data: Master }>(page, 'POST', '/masters', form)
  await call(page, 'POST', `/masters/${master.id}/bags`, { bag_ids: [bag.id] })
  for (const verb of ['close', 'depart', 'arrive']) {
    const { data: now } = await call<{ data: Master }>(page, 'GET', `/masters/${master.id}`)
    await call(page, 'POST', `/masters/${master.id}/${verb}`, { version: now.version })
  }
  const begun = await call<{ data: Master }>(page, 'POST', '/break-bags', { master_id: master.id })
  await page.goto(at(`/mawbs/break-bags/${begun.data.id}`))
  await expect(page.getByRole('list', { name: 'Parcels' }).getByRole('listitem')).toHaveCount(1)
  expect(await targetsTooSmall(page)).toEqual([])
  await page.goto(at(`/mawbs/masters/${master.id}`))
  await expect(page.getByRole('list', { name: 'Bags' })).toContainText(bag.number)
  expect(await targetsTooSmall(page)).toEqual([])
})
