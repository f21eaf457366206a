import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeTwin } from './company'
import { completeForm } from './complete'
import { linksFor } from './emails'
import { goTo } from './journeys'
import { newClient, waitingDeposit } from './money'
import { assign, flatTable } from './prices'
import { call, email, enter, expect, origin, test } from './support'

/** The end of a month in the finance department of a company of its own: all clients are billed in one go. */

test.use({ locale: 'en-US' })

type Made = { data: { id: string; version: number } }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.locator('[data-row]')

test('finance confirms deposits, bills the month, records a payment, takes it back and exports the list', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a company is made for it; phones see these screens in specs of their own')
  test.slow()
  const slug = await makeTwin('pacific', 'finance')
  await page.goto(`${origin(slug)}/healthz`)
  // Staff record payments; only administrators take one back.
  await enter(page, email('admin', slug))
  const stamp = Date.now()
  const [name, address] = [`Larch Books ${stamp}`, `books-${stamp}@larch.test`]
  await waitingDeposit(page)
  await chargeTwice(page, await newClient(page, name, { email: address }))

  await test.step('the deposit that waits is confirmed from the dashboard', async () => {
    await page.goto(origin(slug))
    await page
      .getByRole('region', { name: 'Today' })
      .getByRole('link', { name: /Deposits to confirm$/ })
      .click()
    await page.getByRole('checkbox', { name: /TRF-/ }).check()
    await page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: 'Confirm' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('$120.50')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('status')).toHaveText('1 confirmed')
    await dialog.getByText('Close').click()
  })
  await test.step('the month is billed, and the invoice stands in the open list and in the mail', async () => {
    await goTo(page, 'Invoices')
    await billMonth(page)
    await expect(rows(page).filter({ hasText: name })).toContainText('Open', { timeout: 30_000 })
    await expect.poll(() => linksFor(address, '/invoices').length).toBe(1)
  })
  const number = await test.step('a payment is recorded, and taken back', async () => {
    await rows(page).filter({ hasText: name }).getByRole('link').first().click()
    const heading = page.getByRole('heading', { level: 1, name: /^Invoice / })
    await expect(heading).toBeVisible()
    await expect(page.getByText('Not sent by e-mail yet')).toHaveCount(0)
    await pay(page, 'WIRE OF ANOTHER')
    await takeBack(page)
    await pay(page, 'WIRE 771')
    return ((await heading.textContent()) ?? '').replace('Invoice ', '')
  })
  await test.step('the list is exported with what is paid', async () => {
    await goTo(page, 'Invoices')
    await expect(rows(page).filter({ hasText: number })).toContainText('Paid')
    await button(page, 'Export').click()
    await page.getByRole('radio', { name: 'CSV' }).check()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    const line = text.split(/\r?\n/).find((one) => one.includes(number))
    expect(line).toContain('Paid')
    expect(line).toContain('60')
  })
})

/** Two shipments of 30 dollars, within the credit of the client. */
async function chargeTwice(page: Page, client: string) {
  const credit = { version: 1, credit_limit: '900', credit_currency: 'USD' }
  await call(page, 'POST', `/clients/${client}/set_credit`, credit)
  await assign(page, client, await flatTable(page, '30'))
  for (const to_name of ['Ann Lee', 'Ben Lee']) {
    const form = await completeForm(page, { client_id: client, incoterm: 'DAP', to_name })
    const { data } = await call<Made>(page, 'POST', '/shipments', form)
    await call(page, 'POST', `/shipments/${data.id}/confirm`, { version: data.version })
  }
}

/** Bills all clients, and issues what was drafted. */
async function billMonth(page: Page) {
  await button(page, 'Bill a period').click()
  const dialog = page.getByRole('dialog', { name: 'Bill all clients for a period' })
  await dialog.getByLabel(/^From/).fill('2026-01-01')
  await dialog.getByLabel(/^To/).fill('2099-12-31')
  await expect(dialog.getByRole('status')).toContainText(/\d+ invoices?Total: .*\$/)
  await dialog.getByRole('checkbox', { name: /^Issue them right away/ }).check()
  await dialog.getByRole('button', { name: 'Draft and issue' }).click()
  const processes = page.getByRole('dialog', { name: 'Processes' })
  await expect(processes.getByText('Invoice drafting').first()).toBeVisible()
  await processes.getByRole('button', { name: 'Close' }).click()
  await expect(processes).toBeHidden()
}

/** Records that all of the invoice was paid. */
async function pay(page: Page, reference: string) {
  await button(page, 'Record payment').click()
  const dialog = page.getByRole('dialog', { name: /^Payment for / })
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('60.00')
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill(reference)
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('Paid in full')).toBeVisible()
}

/** The payment was another client's. */
async function takeBack(page: Page) {
  await page.getByRole('button', { name: /^Reverse payment: / }).click()
  const dialog = page.getByRole('dialog', { name: /^Reverse the payment of / })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Transfer of another client')
  await dialog.getByRole('button', { name: 'Reverse payment' }).click()
  await expect(page.getByText('Still to pay')).toBeVisible()
}
