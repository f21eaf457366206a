import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { companyAccount, fund, newClient } from './money'
import { invite } from './people'
import { assign, flatTable } from './prices'
import { call, enter, expect, expectAccessible, origin, signIn, test } from './support'

/** Reasons against a confirmation at the price that was shown, and later changes of the price. */

test.use({ locale: 'en-US' })

const HOST = origin('pacific')
const DATABASE = process.env.REMESSA_ADMIN_URL ?? ''

type Made = { data: { id: string; tracking_code: string; version: number } }

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const stage = (page: Page) => page.getByRole('list', { name: 'Progress' }).locator('[aria-current="step"]')

/** A client with a user, and prices of its own: 30 dollars up to 2 kg, 60 above. */
async function priced(page: Page, somebodyElse: () => Promise<Page>) {
  await signIn(page, 'admin', 'pacific', { to: false })
  const client = await newClient(page, `Elm Trading ${Date.now()}`)
  const email = await invite(page, 'pacific', 'Ella Elm', { user_type: 30, client_id: client })
  const assignment = await assign(page, client, await flatTable(page, '30'))
  const hers = await somebodyElse()
  await hers.goto(`${HOST}/healthz`)
  await enter(hers, email)
  const made = await call<Made>(hers, 'POST', '/shipments', await completeForm(hers, { incoterm: 'DAP' }))
  return { client, assignment, hers, shipment: made.data }
}

/** Faults of a shipment, and the message of the page for each. */
const REFUSALS: [Record<string, unknown>, string][] = [
  [{ items: [] }, 'The shipment has no items. Enter what it contains.'],
  [
    { to_country_id: 81, to_postcode: '10119', to_state_id: null },
    'This service has no price for the shipment. Choose another service.',
  ],
  [{ declared_value: '900000' }, 'The declared value is USD 900,000.00; at most USD 3,000.00 is accepted.'],
  [{ parcels: [], declared_weight_g: null }, 'The weight is missing. Enter it.'],
  [{ parcels: [{ weight_g: 60_000 }] }, 'The shipment weighs 60 kg; at most 50 kg is accepted.'],
]

test('the dialog says why there is no price before anything is confirmed', async ({ page, somebodyElse }) => {
  const { hers, shipment } = await priced(page, somebodyElse)
  const { data } = await call<Made>(hers, 'GET', `/shipments/${shipment.id}`)
  const heavy = { ...(await completeForm(hers, { incoterm: 'DAP' })), parcels: [{ weight_g: 60_000 }] }
  await call(hers, 'PATCH', `/shipments/${shipment.id}`, { ...heavy, version: data.version })
  await hers.goto(`${HOST}/shipments/${shipment.id}`)
  await button(hers, /^Confirm/).click()
  const dialog = hers.getByRole('dialog', { name: /^Confirm / })
  await expect(dialog).toContainText('60 kg')
  await expect(dialog).not.toContainText('without a price')
  await expectAccessible(hers)
})

test('each reason against a confirmation is said, and without one it is done', async ({
  page,
  somebodyElse,
}) => {
  const { client, hers, shipment } = await priced(page, somebodyElse)
  await fund(page, client, '30', 'USD')
  const path = `/shipments/${shipment.id}`
  const complete = await completeForm(hers, { incoterm: 'DAP' })
  const change = async (fields: Record<string, unknown>) => {
    const { data } = await call<Made>(hers, 'GET', path)
    await call(hers, 'PATCH', path, { ...complete, ...fields, version: data.version })
    await hers.goto(`${HOST}/shipments/wizard/${shipment.id}/review`)
    await expect(hers.getByRole('group', { name: 'Service and price' })).toBeVisible()
    await button(hers, /^Confirm/).click()
  }
  for (const [fields, message] of REFUSALS) {
    await change(fields)
    const problems = hers.getByRole('alert').filter({ hasText: 'Error while saving data.' })
    await expect(problems).toContainText(message)
  }
  await expectAccessible(hers)
  await change({})
  await expect(hers.getByText('Shipment confirmed', { exact: true }).first()).toBeVisible()
  await expect(stage(hers)).toContainText('Confirmed')
})

const sql = (text: string) => execFileSync('psql', [DATABASE, '-Atc', text], { encoding: 'utf8' }).trim()

/** The quotes of a shipment are as old as after a week. */
function letQuotesExpire(shipment: string) {
  const tenant = sql("select id from control.tenants where slug = 'pacific'")
  sql(`update "${tenant}".quotes set valid_until = priced_on - 1 where shipment_id = '${shipment}'`)
}

test('another price than the shown one is asked for, an empty wallet leads to money, and staff price again', async ({
  page,
  somebodyElse,
}) => {
  test.skip(!DATABASE, 'REMESSA_ADMIN_URL names the database')
  test.slow()
  const { client, assignment, hers, shipment } = await priced(page, somebodyElse)
  const at = `${HOST}/shipments/${shipment.id}`
  const dialog = hers.getByRole('dialog', { name: `Confirm ${shipment.tracking_code}` })

  await test.step('the price has changed since it was shown', async () => {
    await hers.goto(at)
    await button(hers, 'Confirm').click()
    await expect(dialog).toContainText('$30.00')
    const dearer = { version: assignment.version, sell_table_id: await flatTable(page, '40') }
    await call(page, 'PATCH', `/price_assignments/${assignment.id}`, dearer)
    letQuotesExpire(shipment.id)
    await dialog.getByRole('button', { name: 'Confirm shipment' }).click()
    const changed = hers.getByRole('dialog', { name: 'The price has changed' })
    for (const line of [/^Freight/, /^Total/]) {
      await expect(changed.getByRole('row', { name: line })).toContainText('$30.00')
      await expect(changed.getByRole('row', { name: line })).toContainText('$40.00')
    }
    await expectAccessible(hers)
    await changed.getByRole('button', { name: 'Confirm at $40.00' }).click()
  })

  await test.step('the wallet has too little, and the way to more is there', async () => {
    await expect(dialog.getByRole('alert')).toContainText('$40.00')
    await expectAccessible(hers)
    await dialog.getByRole('button', { name: 'Add funds: $40.00' }).click()
    const funds = hers.getByRole('dialog', { name: 'Add funds' })
    await expect(funds.getByRole('textbox', { name: 'Amount' })).toHaveValue('40.00')
    await hers.keyboard.press('Escape')
    await expect(funds).toBeHidden()
    await fund(page, client, '100', 'USD')
    await expect(dialog.getByText('Balance: $100.00')).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm shipment' }).click()
    await expect(stage(hers)).toContainText('Confirmed')
  })

  await test.step('staff change the weight, and the price with it', async () => {
    await page.goto(`${at}/edit`)
    const parcel = page.getByRole('group', { name: 'Parcel 1' })
    await parcel.getByRole('textbox', { name: 'Weight' }).fill('6')
    await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('$80.00')
    await button(page, 'Save and recalculate price').click()
    await expect(page.getByText('The price is now $80.00, it was $40.00.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: shipment.tracking_code })).toBeVisible()
    await button(page, 'Show all charges').click()
    const history = page.locator('dl[aria-label="Earlier prices"]')
    await expect(history).toContainText('$40.00')
    await expect(history).toContainText('$80.00')
    await expectAccessible(page)
  })

  await test.step('an address that only papers show changes no price', async () => {
    await page.goto(`${at}/edit`)
    const recipient = page.getByRole('group', { name: 'Recipient', exact: true })
    await recipient.getByRole('textbox', { name: 'E-mail' }).fill('ana@example.com')
    await button(page, 'Save and recalculate price').click()
    await expect(page.getByText('The price stays $80.00.')).toBeVisible()
  })
})

test('the cancellation of a charged shipment names what comes back, and the balance rises by it', async ({
  page,
  somebodyElse,
}) => {
  const { client, hers, shipment } = await priced(page, somebodyElse)
  await fund(page, client, '50', 'USD')
  await page.goto(`${HOST}/shipments?search=${shipment.tracking_code}`)
  const confirmation = page.getByRole('dialog', { name: /^Confirm 1 shipment/ })
  const prices = confirmation.getByRole('list', { name: 'Price of each shipment' })
  await button(page, `Actions for ${shipment.tracking_code}`).click()
  await page.getByRole('menuitem', { name: 'Confirm', exact: true }).click()
  await expect(prices).toContainText('$30.00')
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toBeHidden()

  await page.getByRole('checkbox', { name: `Select ${shipment.tracking_code}` }).check()
  await page
    .getByRole('group', { name: 'Bulk actions' })
    .getByRole('button', { name: 'Confirm', exact: true })
    .click()
  await expect(prices).toContainText('$30.00')
  await expect(confirmation.getByRole('list', { name: 'Balance before → after' })).toContainText(
    /\$50\.00.*\$20\.00/,
  )
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Confirm 1' }).click()
  await expect(page.getByText('Shipment confirmed', { exact: true }).first()).toBeVisible()

  await page.goto(`${HOST}/shipments/${shipment.id}`)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Cancel shipment' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel ${shipment.tracking_code}?` })
  await expect(dialog.getByRole('list', { name: 'Goes back to the wallet' })).toContainText('$30.00')
  await expect(dialog.getByRole('list', { name: 'Balance before → after' })).toContainText(
    /\$20\.00.*\$50\.00/,
  )
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sold out')
  await dialog.getByRole('button', { name: 'Cancel shipment' }).click()
  await expect(page.getByText('Register canceled successfully.')).toBeVisible()
  await hers.goto(`${HOST}/wallet`)
  await expect(hers.getByText('$50.00').first()).toBeVisible()
})

test('a client with an empty wallet pays from the review, without leaving the shipment (SHP-2)', async ({
  page,
  somebodyElse,
}) => {
  // Two people, and axe at each step.
  test.slow()
  const { client, hers, shipment } = await priced(page, somebodyElse)
  await companyAccount(page)
  await hers.goto(`${HOST}/shipments/wizard/${shipment.id}/review`)
  const payment = hers.getByRole('group', { name: 'Payment', exact: true })

  await test.step('the review says what the wallet holds and what is missing', async () => {
    await expect(payment).toContainText('Balance: $0.00')
    await expect(payment.getByRole('status')).toContainText('$30.00 missing')
    await expectAccessible(hers)
  })

  await test.step('the missing sum is filled in, with the numbers of the account', async () => {
    await payment.getByRole('button', { name: 'Add funds: $30.00' }).click()
    const funds = hers.getByRole('dialog', { name: 'Add funds' })
    await expect(funds.getByRole('textbox', { name: 'Amount' })).toHaveValue('30.00')
    await expect(funds.getByRole('textbox', { name: 'Payment reference' })).not.toHaveValue('')
    await expect(funds).toContainText('Routing number (ABA)')
    await expectAccessible(hers)
    await funds.getByRole('button', { name: 'Report deposit' }).click()
    await expect(payment).toContainText('A deposit of $30.00 is waiting for confirmation.')
    await expect(payment.getByRole('button', { name: /^Add funds/ })).toHaveCount(0)
  })

  await test.step('the clerk confirms it, and the open review has the money', async () => {
    await page.goto(`${HOST}/deposits?client_id=${client}`)
    await page.locator('[data-row]').getByRole('link').first().click()
    await button(page, 'Confirm').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(payment).toContainText('Balance: $30.00')
    await expect(payment.getByRole('status')).toHaveCount(0)
  })

  await test.step('the shipment is confirmed at its price', async () => {
    await button(hers, 'Confirm at $30.00').click()
    await expect(stage(hers)).toContainText('Confirmed')
  })
})
