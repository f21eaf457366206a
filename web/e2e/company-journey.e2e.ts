import type { Page } from '@playwright/test'
import { choose } from './choices'
import { inviteAdministrator, makeCompany } from './company'
import { linksFor } from './emails'
import { fillLogin, goTo, stage } from './journeys'
import { expect, PASSWORD, test } from './support'

/** A company that an operator has just made, led by its first steps to a shipment that is paid. */

test.use({ locale: 'en-US', permissions: ['clipboard-read', 'clipboard-write'] })

/** What the operator knows of the company: who it is, one service and one subsidiary. */
const MORE = `
contact_email = "contato@ponte.test"

[flags]
clients = true
services = true

[documents]
legal_name = "Ponte Aérea Ltda."
tax_number = "11.444.777/0001-61"
legal_address = "Rua do Porto, 8, São Paulo - SP"

[tracking]
prefix = "PA"
country = "BR"
first_serial = 1

[[services]]
code = "EXP"
mode = "air"
title = { pt = "Expresso", en = "Express", es = "Expreso", zh = "特快" }
transit_days = [1, 3]
volumetric_divisor = 5000
rounding_step_g = 500

[[subsidiaries]]
title = "Matriz"
country = "BR"
state = "SP"
city = "São Paulo"
postcode = "01310100"
address_1 = "Avenida Paulista"
time_zone = "America/Sao_Paulo"
`

const CLIENT = 'Casa Ipê'
const PRICES = [
  ['kg', 'National'],
  ['2', '30'],
  ['50', '60'],
]

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })
const steps = (page: Page) => page.getByRole('region', { name: 'Get your company ready' })

/** Goes back to the steps, sees how many are done, and follows the next one. */
async function follow(page: Page, done: number, step: string) {
  await goTo(page, 'Dashboard')
  await expect(steps(page)).toContainText(`${done} of 10 done`)
  await steps(page).getByRole('link', { name: step }).click()
}

test('a new company is led by its first steps to a paid shipment', async ({ page, isMobile }) => {
  test.skip(isMobile, 'prices are edited on a desktop')
  // Every step of a company, on a server that has just met it.
  test.slow()
  const slug = `ponte-${Date.now()}`
  const address = `iris@${slug}.test`
  await makeCompany(slug, MORE)
  inviteAdministrator(slug, 'Íris Prado', address)

  await test.step('the first administrator comes by the e-mail', () => enterByMail(page, address))
  await test.step('an account for payments', async () => {
    await follow(page, 3, 'Account for payments')
    await addAccount(page)
  })
  await test.step('the rate of its currency, in which the limits of shipments are compared', async () => {
    await follow(page, 4, 'Exchange rates')
    await addRate(page)
  })
  await test.step('prices, from the paste to the assignment', async () => {
    await follow(page, 5, 'Prices')
    await pastePrices(page)
    await publish(page)
  })
  await test.step('a colleague, and the address for replies', async () => {
    await follow(page, 6, 'Your team')
    await page.getByRole('textbox', { name: 'Name' }).fill('Rui Prado')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(`rui@${slug}.test`)
    await button(page, 'Invite user').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Rui Prado' })).toBeVisible()
    await follow(page, 7, 'E-mail replies')
    await page.getByRole('textbox', { name: 'Reply-to address' }).fill(`desk@${slug}.test`)
    await button(page, 'Save settings').click()
    await expect(page.getByText('Settings saved. Open pages update within seconds.')).toBeVisible()
  })
  await test.step('the first client', async () => {
    await follow(page, 8, 'First client')
    await field(page, 'Name').fill(CLIENT)
    await field(page, 'Street').fill('Avenida Paulista')
    await field(page, 'City').fill('São Paulo')
    await button(page, 'Save client').click()
    await expect(page.getByText('Records created successfully.')).toBeVisible()
  })
  await test.step('the first shipment', async () => {
    await follow(page, 9, 'First shipment')
    await fillShipment(page)
  })
  await test.step('its client pays in, and the shipment is confirmed from the wallet', () =>
    payAndConfirm(page))
  await test.step('nothing of the steps is left', async () => {
    await goTo(page, 'Dashboard')
    await expect(page.getByRole('region', { name: 'Today' })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
  })
})

async function enterByMail(page: Page, address: string) {
  await expect.poll(() => linksFor(address, '/invitation').length, { timeout: 30_000 }).toBe(1)
  await page.goto(linksFor(address, '/invitation')[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await button(page, 'Set password').click()
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, address)
  await expect(steps(page)).toBeVisible()
}

async function addAccount(page: Page) {
  await page.getByRole('link', { name: 'Matriz', exact: true }).click()
  await page.getByRole('tab', { name: 'Bank accounts' }).click()
  await button(page, 'New bank account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Holder', exact: true }).fill('Ponte Aérea Ltda.')
  await choose(dialog, 'Pix key type', 'E-mail')
  await dialog.getByRole('textbox', { name: 'Pix key', exact: true }).fill('caixa@ponte.test')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('caixa@ponte.test')).toBeVisible()
}

/** The step has named the two currencies. */
async function addRate(page: Page) {
  await expect(page.getByText('One USD in BRL')).toBeVisible()
  await field(page, 'Rate').fill('5.40')
  await field(page, 'Valid from').fill('2026-01-01')
  await button(page, 'Save rate').click()
  await expect(page.getByText('Rate added.')).toBeVisible()
}

/** The prices of a spreadsheet in a new table, and the country of their zone. */
async function pastePrices(page: Page) {
  await page.getByRole('link', { name: 'New price table' }).first().click()
  await page.getByRole('textbox', { name: 'Code' }).fill('NATIONAL')
  await page.getByRole('textbox', { name: 'Name' }).fill('National tariff')
  await button(page, 'Save price table').click()
  await expect(page.getByRole('heading', { level: 1, name: 'National tariff' })).toBeVisible()
  await button(page, 'New version').click()
  await button(page, 'Create draft').click()
  await expect(page.getByText('No prices yet')).toBeVisible()
  const copied = PRICES.map((row) => row.join('\t')).join('\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
  await page.keyboard.press('Control+v')
  await button(page, 'Save prices').click()
  await expect(page.getByText('Prices saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Next: Check the zones' }).click()
  await page.getByRole('list', { name: 'Zones' }).getByRole('button', { name: 'National' }).click()
  await button(page, 'Paste countries').click()
  await page.getByRole('textbox', { name: 'Country codes or names' }).fill('BR')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await button(page, 'Save zones').click()
  await expect(page.getByText('Zones saved.')).toBeVisible()
}

/** Publishes the table, and gives it to the whole company. */
async function publish(page: Page) {
  await tab(page, 'Rules').click()
  await page.getByLabel('First day').fill('2026-01-01')
  await button(page, 'Save rules').click()
  await expect(page.getByText('from 01/01/2026')).toBeVisible()
  await tab(page, 'Check and publish').click()
  await button(page, 'Publish').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('This version is published')).toBeVisible()
  await page.getByRole('link', { name: 'Assign to clients' }).click()
  await choose(page, 'For', 'Company')
  await page.getByLabel('First day').fill('2026-01-01')
  await button(page, 'Save assignment').click()
  await expect(page.getByText('Assignment saved.')).toBeVisible()
}

/** Choosing the client fills in the sender. */
async function fillShipment(page: Page) {
  const [sender, recipient] = [part(page, 'Sender'), part(page, 'Recipient')]
  await sender.getByRole('combobox', { name: 'Client' }).fill(CLIENT)
  await page.getByRole('option', { name: CLIENT }).click()
  await expect(sender.getByRole('textbox', { name: 'City' })).toHaveValue('São Paulo')
  await recipient.getByRole('combobox', { name: 'Country', exact: true }).fill('Brazil')
  await page.getByRole('option', { name: 'Brazil' }).click()
  await recipient.getByRole('combobox', { name: 'Name' }).fill('Ana Souza')
  await recipient.getByRole('textbox', { name: 'CPF' }).fill('52998224725')
  await recipient.getByRole('textbox', { name: 'Postal code' }).fill('50050-000')
  await recipient.getByRole('textbox', { name: 'Street' }).fill('Rua da Aurora')
  await expect(recipient.getByRole('combobox', { name: 'State' })).toHaveValue('Pernambuco')
  await recipient.getByRole('textbox', { name: 'City' }).fill('Recife')
  await part(page, 'Parcel 1').getByRole('textbox', { name: 'Weight' }).fill('1.2')
  await choose(page, 'Contents', 'Merchandise')
  const item = part(page, 'Item 1')
  await item.getByRole('textbox', { name: 'Description' }).fill('Cotton T-shirt')
  await item.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await item.getByRole('textbox', { name: 'Unit value' }).fill('19.90')
  await choose(page, 'Service', 'Express')
  await expect(page.getByText('Ready to ship')).toBeVisible()
  await button(page, 'Create shipment').click()
  await expect(stage(page)).toContainText('Created')
}

/** The administrator reports and confirms what the client has paid, as in a small company. */
async function payAndConfirm(page: Page) {
  const code = await page.getByRole('heading', { level: 1 }).innerText()
  const dialog = page.getByRole('dialog', { name: `Confirm ${code}` })
  await button(page, /^Confirm/).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Add funds: R$30.00' }).click()
  const funds = page.getByRole('dialog', { name: `Add funds for ${CLIENT}` })
  await expect(funds.getByRole('region', { name: 'Pix copy and paste' })).toBeVisible()
  await funds.getByRole('button', { name: 'Report deposit' }).click()
  await expect(dialog).toContainText('is waiting for confirmation')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

  await goTo(page, 'Deposits')
  await page.locator('[data-row]').filter({ hasText: CLIENT }).getByRole('link').first().click()
  await button(page, 'Confirm').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Deposit confirmed.')).toBeVisible()

  await goTo(page, 'Shipments')
  await page.locator('[data-row]').getByRole('link', { name: code }).click()
  await button(page, /^Confirm/).click()
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('Balance: R$30.00')
  await dialog.getByRole('button', { name: 'Confirm shipment' }).click()
  await expect(stage(page)).toContainText('Confirmed')
}
