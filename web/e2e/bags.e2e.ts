import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import type { Made } from './delivering'
import { openByEntry, openPalette } from './palette'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Bags: two stations, what is refused, the seal, opening again, the label, and the shipment's page. */

test.use({ locale: 'en-US' })

type Bag = { id: string; number: string }

/** A shipment that the warehouse has received. */
async function receive(page: Page) {
  const form = await completeForm(page, { to_name: `Ana ${Date.now()}` })
  const { data } = await call<{ data: Made & { to_country_id: number } }>(page, 'POST', '/shipments', form)
  const event = { tracking_codes: [data.tracking_code], event_code: 'RECEIVED' }
  await call(page, 'POST', '/shipments/record_event', event)
  return data
}

/** An airport in the country of a shipment. */
async function airportOf(page: Page, country: number) {
  type Airports = { data: { iata: string; country_id: number; active: boolean }[] }
  const { data } = await call<Airports>(page, 'GET', '/auxiliar/airports')
  return data.find(({ country_id, active }) => country_id === country && active)?.iata ?? ''
}

async function openBag(page: Page, destination_airport: string) {
  type Warehouses = { data: { id: string; airport: string | null }[] }
  const { data } = await call<Warehouses>(page, 'GET', '/warehouses?per_page=100')
  const warehouse_id = data.find(({ airport }) => airport)?.id
  const form = { warehouse_id, destination_airport, tare_g: 0 }
  return (await call<{ data: Bag }>(page, 'POST', '/bags', form)).data
}

const pageOf = (bag: Bag) => `${origin('atlantico')}/bags/${bag.id}`

const station = (page: Page) => page.getByRole('region', { name: 'Scan into the bag' })

async function scan(page: Page, code: string) {
  await station(page).getByRole('textbox').first().fill(code)
  await page.keyboard.press('Enter')
}

test('a bag is opened, filled, closed, opened again and labelled', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await receive(page)
  const airport = await airportOf(page, shipment.to_country_id)
  await page.goto(`${origin('atlantico')}/bags/new`)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Warehouse' }).click()
  await page.getByRole('listbox').getByRole('option', { name: /GRU/ }).click()
  await main.getByLabel('Destination airport').fill(airport)
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(`^${airport}`) })
    .click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Bag GRU-B-/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Expected' })).toContainText(shipment.tracking_code)

  await scan(page, shipment.tracking_code)
  await expect(station(page).getByText(`${shipment.tracking_code} is in the bag`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Parcels' })).toContainText(shipment.tracking_code)
  await scan(page, 'LX821947508BR')
  await expect(
    station(page).getByText('No shipment has this code. Put the parcel aside.').first(),
  ).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)

  await page.getByRole('button', { name: 'Close bag' }).click()
  const dialog = page.getByRole('dialog', { name: /^Close bag GRU-B-/ })
  await dialog.getByRole('textbox', { name: 'Seal' }).fill(`S${Date.now()}`)
  await dialog.getByRole('textbox', { name: 'Weight on the scale' }).fill('99')
  await dialog.getByRole('button', { name: 'Close bag' }).click()
  await expect(
    dialog.getByText(/Weigh again, check the parcels, or say why it differs/).first(),
  ).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Why the weight differs' }).fill('wooden crate')
  await dialog.getByRole('textbox', { name: 'Weight on the scale' }).fill('9')
  await dialog.getByRole('button', { name: 'Close bag' }).click()
  await expect(page.getByText('Closing successfully.').first()).toBeVisible()
  await expect(station(page)).toHaveCount(0)

  const label = page.getByRole('link', { name: 'Label' })
  const type = await label.evaluate(async (link: HTMLAnchorElement) =>
    (await fetch(link.href)).headers.get('content-type'),
  )
  expect(type).toContain('application/pdf')

  await page.getByRole('button', { name: 'Reopen' }).click()
  const reopening = page.getByRole('dialog', { name: 'Reopen this bag?' })
  await reopening.getByRole('textbox', { name: 'Reason' }).fill('one forgotten')
  await reopening.getByRole('button', { name: 'Reopen' }).click()
  await expect(station(page)).toBeVisible()

  await page.goto(`${origin('atlantico')}/shipments/${shipment.id}`)
  await expect(page.getByRole('region', { name: 'On the way', exact: true })).toContainText(/GRU-B-/)
})

test('the palette finds a bag by its number, with and without hyphens', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await receive(page)
  const bag = await openBag(page, await airportOf(page, shipment.to_country_id))
  const begin = async () => {
    await page.goto(`${origin('atlantico')}/bags`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const joined = bag.number.replaceAll('-', '')
  for (const typed of [bag.number, bag.number.replaceAll('-', ' '), joined]) {
    await begin()
    await openByEntry(page, typed, bag.number)
    await expect(page).toHaveURL(pageOf(bag))
    await expect(page.getByRole('heading', { level: 1, name: `Bag ${bag.number}` })).toBeVisible()
  }
  await begin()
  const palette = await openPalette(page)
  await palette.getByRole('textbox').fill(joined)
  await expect(palette.locator('[data-action][data-selected]')).toContainText(joined)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageOf(bag))
})

test('two stations share a pile, and a parcel is moved with a reason', async ({ page, context }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const [first, second] = [await receive(page), await receive(page)]
  const airport = await airportOf(page, first.to_country_id)
  const [one, two] = [await openBag(page, airport), await openBag(page, airport)]
  await page.goto(pageOf(one))
  const other = await context.newPage()
  await other.goto(pageOf(two))
  await Promise.all([scan(page, first.tracking_code), scan(other, first.tracking_code)])
  const added = (at: Page) => station(at).getByText(`${first.tracking_code} is in the bag`)
  const taken = (at: Page) => station(at).getByText(/This parcel is already in bag /)
  await expect(added(page).or(taken(page)).first()).toBeVisible()
  await expect(added(other).or(taken(other)).first()).toBeVisible()
  const winner = (await added(page).count()) > 0 ? page : other
  const loser = winner === page ? other : page
  await expect(taken(loser).first()).toBeVisible()

  await station(loser).getByRole('button', { name: 'Move here' }).click()
  const dialog = loser.getByRole('dialog', { name: `Move ${first.tracking_code}` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('wrong pile')
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await expect(station(loser).getByText(`${first.tracking_code} moved here from`)).toBeVisible()

  await scan(loser, second.tracking_code)
  await expect(station(loser).getByText(`${second.tracking_code} is in the bag`)).toBeVisible()
  await station(loser).getByRole('button', { name: 'Undo' }).click()
  await expect(loser.getByRole('list', { name: 'Parcels' })).not.toContainText(second.tracking_code)
  // The other station hears of it.
  await expect(winner.getByText('The bag is empty.')).toBeVisible()

  // A parcel that was taken out by its button comes in again.
  const parcels = loser.getByRole('list', { name: 'Parcels' })
  await loser.getByRole('button', { name: `Take out ${first.tracking_code}` }).click()
  const leaving = loser.getByRole('dialog', { name: `Take out ${first.tracking_code}` })
  await leaving.getByRole('textbox', { name: 'Reason' }).fill('to be weighed')
  await leaving.getByRole('button', { name: 'Take out' }).click()
  await expect(parcels).not.toContainText(first.tracking_code)
  await scan(loser, first.tracking_code)
  await expect(parcels).toContainText(first.tracking_code)

  // Scans made without a network are sent by themselves once there is one.
  await context.setOffline(true)
  await scan(loser, second.tracking_code)
  await expect(station(loser).getByText('Not sent yet. It is sent again by itself.').first()).toBeVisible()
  await context.setOffline(false)
  await expect(parcels).toContainText(second.tracking_code)
})
