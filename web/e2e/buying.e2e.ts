import type { Page } from '@playwright/test'
import { fund, newClient } from './money'
import { invite } from './people'
import { call, enter, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Goods that the company buys for a client: asked for, quoted, paid from the wallet, received, or given back. */

test.use({ locale: 'en-US' })

test('a client asks for goods, pays the quote, and gets back what could not be bought', async ({
  page,
  browser,
}) => {
  const mark = Date.now().toString(36).toUpperCase()
  await signIn(page, 'client', 'atlantico', { to: false })
  await page.goto(`${origin('atlantico')}/buying-requests/new`)
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Link to the shop' }).fill('shop')
  await main.getByRole('combobox', { name: 'Warehouse' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await main.getByRole('button', { name: 'Send request' }).click()
  await expect(main.getByText('Required field.').first()).toBeVisible()
  await main.getByRole('textbox', { name: 'Goods wanted' }).fill(`Camera ${mark}`)
  await main.getByRole('button', { name: 'Send request' }).click()
  // The address is none: what was typed stays.
  await expect(main.getByText(/Enter the address of the page/).first()).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Goods wanted' })).toHaveValue(`Camera ${mark}`)
  await main.getByRole('textbox', { name: 'Link to the shop' }).fill('https://shop.example.com/1')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Buying request .+-A-/ })).toBeVisible()
  await expect(main.getByText('We are preparing a quote.')).toBeVisible()

  const office = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(office, 'admin', 'atlantico', { to: false })
  type Profile = { data: { client_id: string } }
  const { client_id } = (await call<Profile>(page, 'GET', '/profile')).data
  type Client = { data: { version: number } }
  const { version } = (await call<Client>(office, 'GET', `/clients/${client_id}`)).data
  const credit = { version, credit_limit: '100000', credit_currency: 'BRL' }
  await call(office, 'POST', `/clients/${client_id}/set_credit`, credit)
  await office.goto(page.url())
  await office.getByRole('button', { name: 'Quote', exact: true }).click()
  const quoting = office.getByRole('dialog', { name: /^Quote .+-A-/ })
  await quoting.getByRole('textbox', { name: 'Goods', exact: true }).fill('100')
  await quoting.getByRole('textbox', { name: 'Service fee' }).fill('10.5')
  await quoting.getByRole('textbox', { name: 'Valid until' }).fill('31/12/2099')
  await expectAccessible(office)
  await quoting.getByRole('button', { name: 'Quote', exact: true }).click()
  await expect(office.getByText('Quote sent').first()).toBeVisible()

  await expect(main.getByText('Accept the quote, and we buy it.')).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
  await main.getByRole('button', { name: 'Accept and pay' }).click()
  const accepting = page.getByRole('dialog', { name: /^Accept the quote of/ })
  await accepting.getByRole('button', { name: 'Accept and pay' }).click()
  await expect(page.getByText('Accepted and paid').first()).toBeVisible()

  await expect(office.getByText('It is paid: buy it, or refund it.')).toBeVisible()
  await office.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: 'Refund' }).click()
  const refunding = office.getByRole('dialog', { name: 'Refund this request?' })
  await refunding.getByRole('textbox', { name: 'Reason' }).fill('sold out')
  await refunding.getByRole('button', { name: 'Refund' }).click()
  await expect(office.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(main.getByText('The money is back in your wallet.')).toBeVisible()
  await expect(main.getByText('sold out')).toBeVisible()
  await page.goto(`${origin('atlantico')}/wallet`)
  await expect(page.getByRole('region', { name: 'Statement' })).toContainText('Earlier entry reversed')
  await office.close()
})

const at = (path: string) => `${origin('atlantico')}${path}`

type Made = { data: { id: string; version: number } }
type Places = { data: { warehouse_id: string }[] }

/** A client with a user and little money, and the quote of 120.50 for what it asks for. */
async function quoted(page: Page, hers: Page) {
  const mark = Date.now().toString(36).toUpperCase()
  await signIn(page, 'admin', 'atlantico', { to: false })
  const client = await newClient(page, `Jatobá Presentes ${mark}`)
  const email = await invite(page, 'atlantico', 'Joana Jatoba', { user_type: 30, client_id: client })
  await fund(page, client, '100', 'BRL')
  await hers.goto(at('/healthz'))
  await enter(hers, email)
  const { data: places } = await call<Places>(hers, 'GET', '/inbound-parcels/places')
  const wanted = { warehouse_id: places[0]?.warehouse_id, title: `Lamp ${mark}`, quantity: 2 }
  const { data: asked } = await call<Made>(hers, 'POST', '/buying-requests', wanted)
  const amounts = { goods_amount: '100', shipping_amount: '10', fee_amount: '10.5', currency: 'BRL' }
  const quote = { ...amounts, quote_until: '2099-12-31', version: asked.version }
  await call(page, 'POST', `/buying-requests/${asked.id}/quote`, quote)
  return { mark, client, id: asked.id, warehouse_id: wanted.warehouse_id }
}

test('what is paid from the wallet is bought, and its parcel is received for the client', async ({
  page,
  somebodyElse,
}) => {
  const hers = await somebodyElse()
  const { mark, client, id, warehouse_id } = await quoted(page, hers)
  const code = `BUY${mark}`

  await test.step('a wallet with too little says so, and pays once there is enough', async () => {
    await hers.goto(at(`/buying-requests/${id}`))
    const main = hers.getByRole('main')
    await main.getByRole('button', { name: 'Accept and pay' }).click()
    const accepting = hers.getByRole('dialog', { name: /^Accept the quote of R\$120\.50/ })
    await accepting.getByRole('button', { name: 'Accept and pay' }).click()
    await expect(accepting).toContainText('R$100.00 to spend, and R$120.50 is needed')
    await expect(accepting.getByRole('link', { name: 'Add funds' })).toBeVisible()
    await expectAccessible(hers)
    await fund(page, client, '50', 'BRL')
    await accepting.getByRole('button', { name: 'Accept and pay' }).click()
    await expect(main.getByText('It is paid. We are buying it.')).toBeVisible()
    await hers.goto(at('/wallet'))
    await expect(hers.getByRole('region', { name: 'Balance BRL' })).toContainText('R$29.50')
    const statement = hers.getByRole('region', { name: 'Statement' })
    await expect(statement).toContainText('Storage, packing and buying of goods')
    await expect(statement).toContainText('-R$120.50')
  })

  await test.step('staff write down the order, and the client reads it', async () => {
    await page.goto(at(`/buying-requests/${id}`))
    await page.getByRole('main').getByRole('button', { name: 'Mark as bought' }).click()
    const buying = page.getByRole('dialog', { name: /-A-.+ was bought$/ })
    await buying.getByRole('textbox', { name: 'Order number' }).fill(`W-${mark}`)
    await buying.getByRole('textbox', { name: 'Parcel code' }).fill(code)
    await expectAccessible(page)
    await buying.getByRole('button', { name: 'Mark as bought' }).click()
    await expect(page.getByText('Marked as bought').first()).toBeVisible()
    await hers.goto(at(`/buying-requests/${id}`))
    await expect(hers.getByText('It is on its way to our warehouse.')).toBeVisible()
    await expect(hers.getByRole('main').getByText(code, { exact: true })).toBeVisible()
  })

  await test.step('the parcel is received for the client that paid', async () => {
    const announced = { client_id: client, warehouse_id, external_code: code, content: 'Lamp' }
    await call(page, 'POST', '/inbound-parcels', announced)
    const scanned = { key: crypto.randomUUID(), code, warehouse_id, keep_unknown: true }
    await call(page, 'POST', '/receiving/scan', scanned)
    await hers.goto(at(`/inbound-parcels?search=${code}`))
    const row = hers.locator('[data-row]').filter({ hasText: code })
    await expect(row).toContainText('Arrived')
  })
})
