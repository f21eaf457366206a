import type { Page } from '@playwright/test'
import { anotherPage, anyClient, collectFor, countOf, openNameOf } from './cash'
import { administrator } from './people'
import { call, enter, expect, expectAccessible, origin, test } from './support'

/** Cash on delivery goes to its client: seen, paid to the wallet, found by the client, and taken back. */

test.use({ locale: 'en-US' })

const PAYOUTS = `${origin('atlantico')}/cod-payouts`

/** The client reads the deliveries of a payout, on the page and in the file. */
async function readPayout(page: Page, address: string, number: string) {
  await page.goto(address)
  const main = page.getByRole('main')
  await expect(main.getByText('R$61.50').first()).toBeVisible()
  const lines = main.getByRole('list', { name: 'Deliveries', exact: true }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines.first()).toContainText(number)
  await expect(page.getByRole('button', { name: 'Reverse', exact: true })).toHaveCount(0)
  const link = page.getByRole('link', { name: 'Statement as CSV', exact: true })
  const href = (await link.getAttribute('href')) ?? ''
  const file = await page.evaluate(async (path) => (await fetch(path)).text(), href)
  expect(file).toContain(`,${number},`)
  expect(file).toContain(',61.5,BRL')
}

/** Opens a delivery again whose cash was counted. */
async function openAgain(page: Page, delivery: string) {
  await page.goto(`${origin('atlantico')}/shipment-deliveries/${delivery}`)
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Open again/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Was nothing handed over?' })
  await expect(dialog.getByText('it goes back out of the safe', { exact: false })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It was the door beside.')
  await dialog.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByText('Delivery opened again')).toBeVisible()
}

test('counted cash is paid to the wallet of its client, who reads it, and the payout is reversed', async ({
  page,
  browser,
}) => {
  // A driver of its own: what others have is not counted here.
  const driver = await administrator(page, 'atlantico', `Driver ${Date.now()}`)
  await page.goto(`${origin('atlantico')}/healthz`)
  await enter(page, driver)
  const hers = await anotherPage(browser, 'client')
  const { client_id } = (await call<{ data: { client_id: string } }>(hers, 'GET', '/profile')).data
  const delivery = await collectFor(page, client_id, '61.5')
  const office = await anotherPage(browser, 'admin')
  await countOf(office, delivery.id, '61.5')

  await office.goto(PAYOUTS)
  const main = office.getByRole('main')
  await expect(main.getByRole('list', { name: 'Still to be paid out' })).toBeVisible()
  await expectAccessible(office)
  const name = await openNameOf(office, client_id, delivery.id)
  await main.getByRole('button', { name: `Pay out: ${name}, BRL`, exact: true }).click()
  const dialog = office.getByRole('dialog', { name: /^Pay out the cash of / })
  const parts = dialog.getByRole('list', { name: 'Deliveries' })
  // Other tests may have left cash of this client open: only this delivery is paid.
  await expect(parts.getByRole('checkbox').first()).toBeVisible()
  for (const box of await parts.getByRole('checkbox').all()) await box.uncheck()
  await dialog.getByRole('button', { name: /^Pay out / }).click()
  await expect(dialog.getByRole('button', { name: /Choose at least one delivery\./ })).toBeVisible()
  await parts.getByRole('checkbox', { name: new RegExp(delivery.number) }).check()
  await dialog.getByRole('button', { name: 'Pay out R$61.50' }).click()
  await expect(office.getByRole('heading', { level: 1, name: /O-/ })).toBeVisible()
  await expect(main.getByText(delivery.number)).toBeVisible()

  const address = office.url()
  await readPayout(hers, address, delivery.number)
  await hers.goto(PAYOUTS)
  await expect(hers.getByRole('heading', { level: 1, name: 'Cash on delivery payouts' })).toBeVisible()

  await office.goto(`${origin('atlantico')}/shipment-deliveries/${delivery.id}`)
  await office.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  const again = office.getByRole('menuitem', { name: /^Open again/ })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await office.goto(address)
  await office.getByRole('button', { name: 'Reverse', exact: true }).click()
  const reason = office.getByRole('dialog', { name: /Reverse O-/ })
  await reason.getByRole('textbox', { name: 'Reason' }).fill('Paid to the wrong client.')
  await reason.getByRole('button', { name: 'Reverse', exact: true }).click()
  await expect(main.getByText('Reversed', { exact: true })).toBeVisible()
  await hers.goto(address)
  await expect(hers.getByRole('main').getByText('Paid to the wrong client.')).toBeVisible()
  await openAgain(office, delivery.id)
})

test('a delivery that was none is opened again with its counted cash', async ({ page, browser }) => {
  const driver = await administrator(page, 'atlantico', `Driver ${Date.now()}`)
  await page.goto(`${origin('atlantico')}/healthz`)
  await enter(page, driver)
  const office = await anotherPage(browser, 'admin')
  const delivery = await collectFor(page, (await anyClient(office)).id, '44')
  await countOf(office, delivery.id, '44')
  await openAgain(office, delivery.id)
  await expect(office.getByRole('main').getByText('Out for delivery').first()).toBeVisible()
})
