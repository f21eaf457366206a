import type { Locator, Page } from '@playwright/test'
import { choose } from './choices'
import { addConfirmedShipment } from './complete'
import { fund, newClient } from './money'
import { invite } from './people'
import { assign, type Draft, draftOf, flatTable } from './prices'
import { bytesOf, figuresOf, labelFrom, linesOf } from './printing'
import { call, enter, expect, expectAccessible, origin, signIn, type Tenant, test } from './support'

/** The way of the money in one go: from the tariff of a file to an invoice that is paid. */

test.use({ locale: 'en-US' })

/** A company with a client, and the tariff that it gives the client. */
type Way = {
  tenant: Tenant
  currency: string
  /** Prices by kilogram as each country writes a file. Their zone is named after its country. */
  prices: string
  client: Record<string, unknown>
  to: {
    country_id: number
    country: string
    postcode: string
    state: { id: number; name: string } | null
    street: string
    city: string
    cpf: string | null
  }
  /** The price of 1.2 kg as the pages write it, and those of 1.2 and 4 kg in cents. */
  price: string
  charges: [number, number]
}

const WAYS: Way[] = [
  {
    tenant: 'atlantico',
    currency: 'BRL',
    prices: 'kg;DE\n1;131,07\n2;145,93\n5;1.288,19\n',
    client: { country_id: 32, city: 'São Paulo', postcode: '01310-100', address_1: 'Avenida Paulista' },
    to: {
      country_id: 81,
      country: 'Germany',
      postcode: '10119',
      state: null,
      street: 'Hauptstraße',
      city: 'Berlin',
      cpf: null,
    },
    price: 'R$145.93',
    charges: [14_593, 128_819],
  },
  {
    tenant: 'pacific',
    currency: 'USD',
    prices: 'kg,BR\n1,31.07\n2,45.93\n5,"1,088.19"\n',
    client: { country_id: 238, city: 'Portland', postcode: '97204', address_1: 'Alder Street' },
    to: {
      country_id: 32,
      country: 'Brazil',
      postcode: '50050-000',
      state: { id: 16, name: 'Pernambuco' },
      street: 'Rua da Aurora',
      city: 'Recife',
      cpf: '52998224725',
    },
    price: '$45.93',
    charges: [4_593, 108_819],
  },
]

const ITEMS = [
  {
    description: 'Coffee, roasted',
    quantity: '3',
    value: '19.99',
    words: 'roasted coffee',
    hs: '0901.21',
    cents: 5_997,
  },
  {
    description: 'Ceramic mug',
    quantity: '7',
    value: '4.35',
    words: 'ceramic mug',
    hs: '6912.00',
    cents: 3_045,
  },
]

type Made = { data: { id: string; version: number } }

const CODE = /[A-Z]{2}\d{9}[A-Z]{2}/

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const sum = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0)

for (const way of WAYS)
  test(`a tariff in a file becomes a paid invoice in ${way.currency}`, async ({ page, somebodyElse }) => {
    // Two people, and every step from the tariff on.
    test.slow()
    const { tenant, currency, charges } = way
    await signIn(page, 'admin', tenant, { to: false })
    const name = `Fir Trading ${Date.now()}`
    const client = await newClient(page, name, way.client)
    const email = await invite(page, tenant, 'Flora Fir', { user_type: 30, client_id: client })
    await fund(page, client, '2000', currency)
    const code = `FILE-${Date.now()}`
    const draft = await emptyDraft(page, code, currency)
    await test.step('the prices come in by a file, and their zone has the country of its name', () =>
      take(page, way, draft))
    await test.step('they are published', () => publish(page))
    await test.step('and given to the client', () => give(page, tenant, name, code))

    const hers = await somebodyElse()
    await hers.goto(`${origin(tenant)}/healthz`)
    await enter(hers, email)
    await test.step('the client sees what it pays', () => calculate(hers, way))
    await test.step('and ships at that price', () => ship(hers, way))
    await test.step('the papers have what was entered', () => readPapers(hers))
    await test.step('the wallet has paid', () => expectPaid(hers, way))
    await confirmHeavier(hers, way)
    await signIn(page, 'staff', tenant, { to: false })
    const number = await test.step('staff bill it', () => bill(page, tenant, client))
    const lines = await test.step('the client opens the invoice', () => openInvoice(hers, tenant, number))
    expectSum(lines, currency, charges)
  })

test('invoices in euros and yen add up, too', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const yen = { from_currency: 'JPY', to_currency: 'USD', rate: '0.0066', source: 'ECB' }
  await call(page, 'POST', '/exchange-rates', { ...yen, valid_from: '2026-01-02' })
  for (const [currency, amount, charges] of [
    ['EUR', '1030.07', [103_007, 206_014]],
    ['JPY', '15300', [15_300, 30_600]],
  ] as const) {
    const client = await newClient(page, `Pine Trading ${Date.now()}`, { currency })
    await assign(page, client, await flatTable(page, amount, currency))
    await fund(page, client, '90000', currency)
    for (const weight_g of [1200, 4000]) {
      const parcels = [{ weight_g }]
      await addConfirmedShipment(page, { client_id: client, incoterm: 'DAP', currency, parcels })
    }
    if (currency === 'EUR') await expectOtherCurrency(page, client)
    const days = { period_from: '2026-01-01', period_to: '2099-12-31' }
    const { data } = await call<Made>(page, 'POST', '/invoices', { client_id: client, currency, ...days })
    await call(page, 'POST', `/invoices/${data.id}/issue`, { version: data.version })
    expectSum(linesOf(await bytesOf(page, `/api/invoices/${data.id}/pdf`)), currency, charges)
  }
})

/** A client whose charges are all in euros is not told that everything is billed. */
async function expectOtherCurrency(page: Page, client: string) {
  await page.goto(`${origin('pacific')}/invoices/new?client_id=${client}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Nothing to bill in USD.')
  await expect(preview).toContainText('2 charges, €3,090.21 in total')
  await expectAccessible(page)
  await button(preview, 'Bill in EUR').click()
  await expect(preview).toContainText('2 items')
  await expect(preview).toContainText('€3,090.21')
}

/** A draft without prices that applies since the beginning of the year. */
async function emptyDraft(page: Page, code: string, currency: string) {
  const draft = await draftOf(page, [], [], code, currency)
  const path = `/price_table_versions/${draft.version}`
  const { data } = await call<Made>(page, 'GET', path)
  await call(page, 'PATCH', path, { version: data.version, valid_from: '2026-01-01', divisor: '5000' })
  return draft
}

async function take(page: Page, { tenant, prices, to }: Way, { path }: Draft) {
  await page.goto(`${origin(tenant)}${path}/files`)
  const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('3 values read. Nothing is changed yet.')).toBeVisible()
  await expect(page.getByText(`: ${to.country}`)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Use these countries' }).check()
  await expect(page.getByText('4 values read. Nothing is changed yet.')).toBeVisible()
  await button(page, 'Apply to draft').click()
  await expect(page.getByText('4 values are in the draft.')).toBeVisible()
}

async function publish(page: Page) {
  await page.getByRole('navigation').getByRole('link', { name: 'Check and publish' }).click()
  await expect(page.getByText('No errors and no warnings')).toBeVisible()
  await button(page, 'Publish').click()
  await button(page.getByRole('dialog'), 'Publish').click()
  await expect(page.getByText('Version 1 is published.')).toBeVisible()
}

async function give(page: Page, tenant: Tenant, name: string, code: string) {
  await page.goto(`${origin(tenant)}/price-assignments/new`)
  await page.getByRole('combobox', { name: 'Client' }).fill(name)
  await page.getByRole('option', { name }).click()
  await choose(page, 'Sell table', new RegExp(code))
  await page.getByLabel('First day').fill('2026-01-01')
  await button(page, 'Save assignment').click()
  await expect(page.getByText('Assignment saved.')).toBeVisible()
}

async function calculate(page: Page, { tenant, to, price }: Way) {
  await page.goto(`${origin(tenant)}/calculator`)
  await part(page, 'To').getByRole('combobox', { name: 'Country', exact: true }).fill(to.country)
  await page.getByRole('option', { name: to.country }).click()
  await page.getByRole('textbox', { name: 'Weight each' }).fill('1.2')
  await choose(page, 'Duties and taxes', 'Recipient pays (DAP)')
  await button(page, 'Calculate prices').click()
  const offer = page.getByRole('region', { name: 'Prices' }).getByRole('article').first()
  await expect(offer.locator('strong')).toHaveText(price)
  await button(offer, /^Ship with/).click()
}

/** The steps of the wizard, from the sender that is known to the confirmation. */
async function ship(page: Page, { to, price }: Way) {
  const street = (side: string) => part(page, side).getByRole('textbox', { name: /^Street/ })
  await expect(street('Sender')).not.toHaveValue('')
  await button(page, 'Continue').click()
  const recipient = part(page, 'Recipient')
  await recipient.getByRole('combobox', { name: 'Name' }).fill('Ana Souza')
  await recipient.getByRole('textbox', { name: 'Postal code' }).fill(to.postcode)
  await street('Recipient').fill(to.street)
  // The postcode gives the state, where it is known.
  const state = recipient.getByRole('combobox', { name: 'State' })
  if (to.state) await expect(state).toHaveValue(to.state.name)
  await recipient.getByRole('textbox', { name: 'City' }).fill(to.city)
  if (to.cpf) await recipient.getByRole('textbox', { name: 'CPF' }).fill(to.cpf)
  await button(page, 'Continue').click()
  for (const [at, item] of ITEMS.entries()) {
    if (at > 0) await button(page, 'Add item').click()
    await describe(part(page, `Item ${at + 1}`), item)
  }
  await button(page, 'Continue').click()
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  await button(page, 'Continue').click()
  await button(page, `Confirm at ${price}`).click()
  await expect(page.getByText('Shipment confirmed', { exact: true }).first()).toBeVisible()
}

async function describe(row: Locator, item: (typeof ITEMS)[number]) {
  const { description, quantity, value, words, hs } = item
  await row.getByRole('textbox', { name: 'Description' }).fill(description)
  await row.getByRole('textbox', { name: 'Quantity' }).fill(quantity)
  await row.getByRole('textbox', { name: 'Unit value' }).fill(value)
  await row.getByRole('combobox', { name: 'HS code' }).fill(words)
  await row.page().getByRole('option', { name: hs }).first().click()
  await row.getByRole('textbox', { name: 'Net weight' }).fill('0.4')
  await row.getByRole('combobox', { name: 'Country of origin' }).fill('Portugal')
  await row.page().getByRole('option', { name: 'Portugal' }).click()
}

/** The label has the code; the lines of the commercial invoice add up to its total. */
async function readPapers(page: Page) {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(CODE)
  const code = await heading.innerText()
  const label = linesOf(await labelFrom(page, button(page, 'Print label'))).join(' ')
  expect(label.replaceAll(' ', '')).toContain(code)
  await button(page, 'Documents').click()
  const opener = page.getByRole('menuitem', { name: 'Commercial invoice' })
  const lines = linesOf(await labelFrom(page, opener))
  const figure = (text: string) => figuresOf(lines.find((line) => line.includes(text)))[0]
  const items = ITEMS.map(({ description }) => figure(description) ?? 0)
  expect(items).toEqual(ITEMS.map(({ cents }) => cents))
  expect(figure('Value of goods')).toBe(sum(items))
  expect(figure('Invoice total')).toBe(sum(items))
  await button(page, 'Documents').click()
  const declaration = page.getByRole('menuitem', { name: 'Customs declaration' })
  const declared = linesOf(await labelFrom(page, declaration)).join(' ')
  for (const { hs } of ITEMS) expect(declared).toContain(hs.replace('.', ''))
}

async function expectPaid(page: Page, { tenant, currency, price, charges }: Way) {
  await page.goto(`${origin(tenant)}/wallet`)
  const left = ((200_000 - charges[0]) / 100).toLocaleString('en-US')
  await expect(page.getByRole('region', { name: `Balance ${currency}` })).toContainText(left)
  const line = page.getByRole('region', { name: 'Statement' }).locator('[data-row]').first()
  await expect(line).toContainText('Shipment charged')
  await expect(line).toContainText(`-${price}`)
}

/** Another parcel of 4 kg, so that the invoice has lines to add. */
async function confirmHeavier(page: Page, { currency, to }: Way) {
  const { country_id, postcode, state, street, city, cpf } = to
  await addConfirmedShipment(page, {
    currency,
    to_country_id: country_id,
    to_postcode: postcode,
    to_state_id: state?.id ?? null,
    to_address_1: street,
    to_city: city,
    to_document: cpf,
    parcels: [{ weight_g: 4000 }],
  })
}

/** Bills all charges of the client; the wallet pays at once. Gives the number of the invoice. */
async function bill(page: Page, tenant: Tenant, client: string) {
  await page.goto(`${origin(tenant)}/invoices/new?client_id=${client}`)
  await page.getByText('Selected shipments').click()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'Save draft').click()
  await button(page, 'Issue').click()
  await button(page.getByRole('dialog'), 'Issue').click()
  await expect(page.getByText('Paid in full')).toBeVisible()
  const heading = await page.getByRole('heading', { level: 1, name: /^Invoice / }).textContent()
  return (heading ?? '').replace('Invoice ', '')
}

/** The lines of its PDF. */
async function openInvoice(page: Page, tenant: Tenant, number: string) {
  await page.goto(`${origin(tenant)}/invoices?tab=paid`)
  await page.locator('[data-row]').getByRole('link', { name: number }).click()
  await expect(page.getByText('Paid in full')).toBeVisible()
  const pdf = await page.getByRole('link', { name: 'Open PDF' }).getAttribute('href')
  const lines = linesOf(await bytesOf(page, pdf ?? ''))
  expect(lines.join(' ')).toContain(number)
  return lines
}

/** Each line has services and taxes that add up to its total, and the lines to that of the invoice. */
function expectSum(lines: string[], currency: string, charges: readonly number[]) {
  const rows = lines.filter((line) => CODE.test(line)).map((line) => figuresOf(line, 3))
  for (const [services = 0, taxes = 0, total] of rows) expect(total).toBe(services + taxes)
  const totals = rows.map((row) => row[2] ?? 0).sort((one, other) => one - other)
  expect(totals).toEqual(charges)
  expect(figuresOf(lines.find((line) => line.includes(`Total ${currency}`)))).toEqual([sum(totals)])
}
