import type { Page } from '@playwright/test'
import { linksFor } from './emails'
import { check, count, start, upload } from './importing'
import { confirmDeposit, goTo, openDesk, recordAtDesk, register, stage } from './journeys'
import { labelFrom, linesOf } from './printing'
import { expect, signIn, test } from './support'

/** A shop in Brazil, from its registration to a paid invoice of parcels that have arrived. */

test.use({ locale: 'en-US' })

const CNPJ = '11444777000161'
const DEPOSIT = 'R$5,000.00'

const rows = (page: Page) => page.locator('[data-row]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a shop registers, pays in, imports its parcels and sees them delivered and billed, without a reload', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'the same work of the server; phones see these screens in specs of their own')
  // Two people, and every step from the registration on.
  test.slow()
  const stamp = Date.now()
  const [name, address] = [`Casa Aroeira ${stamp}`, `loja-${stamp}@aroeira.test`]
  await test.step('the shop registers and confirms its address', () =>
    register(page, 'atlantico', address, () => fillShop(page, name)))
  await expect(page.getByRole('region', { name: 'Your first shipment in three steps' })).toBeVisible()

  const staff = await somebodyElse()
  await signIn(staff, 'staff', 'atlantico', { to: '/' })
  await test.step('it pays by Pix, and its open wallet has the money once staff confirm it', async () => {
    await payIn(page)
    await confirmDeposit(staff, name)
    await expect(page.getByRole('region', { name: 'Balance BRL' })).toContainText(DEPOSIT)
  })
  const codes = await test.step('a file becomes shipments, which are confirmed together', async () => {
    await bringIn(page, name, stamp)
    return confirmAll(page)
  })
  const [first = ''] = codes
  await test.step('a label is printed', async () => {
    await rows(page).getByRole('link', { name: first }).click()
    await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
    const label = linesOf(await labelFrom(page, button(page, 'Print label'))).join(' ')
    expect(label.replaceAll(' ', '')).toContain(first)
  })
  await test.step('the open page follows the parcel as staff record it', async () => {
    await openDesk(staff)
    for (const [event, reached] of [
      ['Received at warehouse', 'Received'],
      ['Out for delivery', 'Out for delivery'],
      ['Delivered', 'Delivered'],
    ] as const) {
      await recordAtDesk(staff, codes, event)
      await expect(stage(page)).toContainText(reached)
    }
  })
  await test.step('staff bill the parcels, which the wallet has paid', () => bill(staff, name))
  await test.step('the shop opens the invoice from its e-mail, and finds the parcels among the delivered', async () => {
    await expect.poll(() => linksFor(address, '/invoices').length).toBe(1)
    await page.goto(linksFor(address, '/invoices')[0] ?? '')
    await expect(page.getByText('Paid in full')).toBeVisible()
    await goTo(page, 'Home')
    const delivered = page.getByRole('region', { name: 'Recently delivered' })
    for (const code of codes) await expect(delivered).toContainText(code)
  })
})

async function fillShop(page: Page, name: string) {
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await page.getByRole('radio', { name: 'Company' }).check()
  await field('Company name').fill(name)
  await field('CNPJ').fill(CNPJ)
  await field('Contact person').fill('Íris Prado')
  await field('Phone').fill('81987654321')
  await field('Postal code').fill('50050-000')
  await field('Street').fill('Rua da Aurora')
  // The postcode gives the state.
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Pernambuco')
  await field('City').fill('Recife')
}

/** The code of the payment has the amount that was typed; then the shop reports what it paid. */
async function payIn(page: Page) {
  await goTo(page, 'Wallet')
  await button(page, 'Add funds').click()
  const dialog = page.getByRole('dialog', { name: 'Add funds' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('5000')
  const pix = dialog.getByRole('region', { name: 'Pix copy and paste' })
  await expect(pix.getByRole('img', { name: 'QR code of the payment' })).toBeVisible()
  await expect(pix.getByRole('button', { name: 'Copy the Pix code' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Report deposit' }).click()
  await expect(page.getByRole('region', { name: 'Your deposits' }).getByRole('listitem')).toContainText(
    'Pending',
  )
}

const COLUMNS = [
  ...[
    'Order',
    'Service',
    'Contents',
    'Incoterm',
    'Sender',
    'Sender country',
    'Sender address',
    'Sender city',
  ],
  ...['Recipient', 'Recipient country', 'Recipient address', 'Recipient city', 'Recipient postcode'],
  ...['Weight (kg)', 'Declared value', 'Currency', 'Item description', 'Quantity', 'Unit value'],
  ...['HS code', 'Net weight (kg)', 'Country of origin'],
]

const PEOPLE = [
  ['Erika Muster', 'Germany', 'Hauptstraße 12', 'Berlin', '10119'],
  ['Jonas Weber', 'Germany', 'Elbchaussee 40', 'Hamburg', '20095'],
]

/** A file whose lines lack nothing. */
function linesOfShop(name: string, stamp: number) {
  const sender = [name, 'Brazil', 'Rua da Aurora 10', 'Recife']
  const goods = ['1.2', '39.80', 'BRL', 'Cotton T-shirt', '2', '19.90', '610910', '0.4', 'Brazil']
  const lines = PEOPLE.map((person, at) =>
    [`SHOP-${stamp}-${at}`, 'EXP', 'merchandise', 'DAP', ...sender, ...person, ...goods].join(','),
  )
  return [COLUMNS.join(','), ...lines].join('\r\n')
}

async function bringIn(page: Page, name: string, stamp: number) {
  await goTo(page, 'Shipments')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'Import file' }).first().click()
  const buffer = Buffer.from(linesOfShop(name, stamp))
  await upload(page, { name: 'orders.csv', mimeType: 'text/csv', buffer })
  await check(page)
  expect(await count(page, 'drafts')).toBe(PEOPLE.length)
  await start(page)
  await page.getByRole('link', { name: 'View shipments' }).click()
  await expect(rows(page)).toHaveCount(PEOPLE.length)
}

/** Gives the codes of the shipments of the list. */
async function confirmAll(page: Page) {
  const codes: string[] = []
  for (const row of await rows(page).all()) codes.push(await row.getByRole('link').first().innerText())
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page
    .getByRole('group', { name: 'Bulk actions' })
    .getByRole('button', { name: 'Confirm', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Confirm 2 shipments?' })
  await expect(dialog.getByRole('list', { name: 'Balance before → after' })).toContainText(DEPOSIT)
  await dialog.getByRole('button', { name: 'Confirm 2' }).click()
  const report = page.getByRole('dialog', { name: 'Results by shipment' })
  await expect(report.getByRole('status')).toHaveText('2 confirmed')
  await report.getByText('Close').click()
  return codes
}

async function bill(page: Page, client: string) {
  await goTo(page, 'Invoices')
  await page.getByRole('link', { name: 'New invoice' }).first().click()
  await page.getByRole('combobox', { name: 'Client' }).fill(client)
  await page.getByRole('option', { name: client }).click()
  await page.getByText('Selected shipments').click()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'Save draft').click()
  await button(page, 'Issue').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(page.getByText('Paid in full')).toBeVisible()
}
