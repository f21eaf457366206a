import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addConfirmedShipment } from './complete'
import { rowsOf } from './importing'
import { goTo } from './journeys'
import { newClient } from './money'
import { invite } from './people'
import { assign, flatTable } from './prices'
import { call, enter, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Reports: totals, groups, rows that lead to their records, files and paper. Nobody sees more than in the lists. */

test.use({ locale: 'en-US' })

const rows = (page: Page) => page.getByRole('main').locator('[data-row]')
const totals = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Totals', exact: true })

/** The label and the values of one sum. */
const figure = (page: Page, label: string) =>
  totals(page)
    .locator(':scope > div')
    .filter({ has: page.getByText(label, { exact: true }) })

/** A client with two shipments of 30 dollars, each declared with 20. */
async function shipTwice(page: Page) {
  await signIn(page, 'admin', 'pacific', { to: false })
  const name = `Rowan Books ${Date.now()}`
  const client_id = await newClient(page, name)
  const credit = { version: 1, credit_limit: '900', credit_currency: 'USD' }
  await call(page, 'POST', `/clients/${client_id}/set_credit`, credit)
  await assign(page, client_id, await flatTable(page, '30'))
  const codes: string[] = []
  for (const to_name of ['Ann Lee', 'Ben Lee']) {
    const { tracking_code } = await addConfirmedShipment(page, { client_id, incoterm: 'DAP', to_name })
    codes.push(tracking_code)
  }
  return { client_id, name, codes }
}

/** Follows the entry of the menu, which a phone has in a drawer. */
async function openReport(page: Page, name: string, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await goTo(page, name)
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

async function chooseClient(page: Page, name: string) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  const field = page.getByRole('combobox', { name: 'Client', exact: true })
  await field.fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).click()
  await expect(page).toHaveURL(/client_id=/)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
}

/** The lines of the file of what is shown, the headings first. */
async function exportCsv(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export report' })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await saved
  return { name: file.suggestedFilename(), lines: rowsOf(await readFile(await file.path(), 'utf8')) }
}

test('a report of a client and a period: its totals, its records, and its file', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  test.slow()
  const { name, codes } = await shipTwice(page)
  await signIn(page, 'staff', 'pacific')
  await openReport(page, 'Shipment report', isMobile)
  await test.step('a period and a client are chosen', async () => {
    await page.getByRole('button', { name: 'Period', exact: true }).click()
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/)
    await chooseClient(page, name)
  })
  await test.step('the totals are those of its shipments', async () => {
    await expect(figure(page, 'Rows')).toHaveText('Rows2')
    await expect(figure(page, 'Total')).toHaveText('Total$60.00')
    await expect(figure(page, 'Declared value')).toHaveText('Declared value$40.00')
    await expect(figure(page, 'Parcels')).toHaveText('Parcels2')
    await expect(rows(page)).toHaveCount(2)
  })
  await test.step('a row leads to its shipment, and the way back to the same report', async () => {
    const [code = ''] = codes
    await rows(page).getByRole('link', { name: code, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    await page.goBack()
    await expect(figure(page, 'Rows')).toHaveText('Rows2')
  })
  const { name: file, lines } = await test.step('the file has the same rows', () => exportCsv(page))
  expect(file).toMatch(/^shipments-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d_America-Los_Angeles_\d+-\d+\.csv$/)
  const [headings = [], ...written] = lines
  const column = (heading: string) => written.map((line) => line[headings.indexOf(heading)])
  expect(column('Tracking code').sort()).toEqual(codes.toSorted())
  expect(column('Total')).toEqual(['30', '30'])
  expect(column('Client')).toEqual([name, name])
  expect(column('Status')).toEqual(['Confirmed', 'Confirmed'])
  expect(headings).not.toContain('Cost')
})

test('a report is printed without what is to be pressed, and with all its columns', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone prints the cards that it shows')
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await signIn(page, 'staff', 'pacific', { to: '/reports/shipments?per_page=10' })
  await expect(rows(page)).toHaveCount(10)
  const print = page.getByRole('button', { name: 'Print', exact: true })
  await print.click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print' })
  await expect(print).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeHidden()
  await expect(totals(page)).toBeVisible()
  await expect(rows(page).last()).toBeVisible()
  const table = page.getByRole('table', { name: 'Shipment report' })
  const beside = await table.evaluate(
    (element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0),
  )
  expect(beside).toBeLessThanOrEqual(0)
})

test('a client sees the own shipments, and nothing of the house', async ({ page, somebodyElse }) => {
  test.slow()
  const { client_id, name, codes } = await shipTwice(page)
  const email = await invite(page, 'pacific', 'Rosa Rowan', { user_type: 30, client_id })
  const hers = await somebodyElse()
  await hers.goto(`${origin('pacific')}/healthz`)
  await enter(hers, email)
  await hers.goto(origin('pacific'))
  await openReport(hers, 'Shipment report', false)
  await expect(figure(hers, 'Rows')).toHaveText('Rows2')
  await expect(figure(hers, 'Total')).toHaveText('Total$60.00')
  // The totals stand before the rows do.
  await expect(rows(hers)).toHaveCount(2)
  const shown = await rows(hers).getByRole('link').allTextContents()
  expect(shown.sort()).toEqual(codes.toSorted())
  await expect(rows(hers).first()).toContainText(name)

  await hers.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect(hers.getByRole('checkbox', { name: 'Freight', exact: true })).toBeVisible()
  for (const hidden of ['Cost', 'Margin', 'Margin %', 'Insurer cost', 'Cost by line'])
    await expect(hers.getByRole('checkbox', { name: hidden, exact: true })).toHaveCount(0)
  await hers.keyboard.press('Escape')
  await hers.getByRole('button', { name: /^Filters/ }).click()
  await expect(hers.getByRole('combobox', { name: 'Service', exact: true })).toBeVisible()
  await expect(hers.getByRole('combobox', { name: 'Client', exact: true })).toHaveCount(0)
  await hers.keyboard.press('Escape')

  const reports = await call(hers, 'GET', '/reports')
  expect(JSON.stringify(reports)).not.toMatch(/"(cost|margin|unit_cost|stock_value|bag|mawb|price_table)"/)
  await hers.setViewportSize({ width: 360, height: 740 })
  await expect(hers.getByRole('list', { name: 'Shipment report' })).toBeVisible()
  await expect(rows(hers)).toHaveCount(2)
  await expectReflow(hers)
})

test('totals are grouped as somebody wants them', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: '/reports/shipments' })
  const main = page.getByRole('main')
  await expect(figure(page, 'Parcels')).toBeVisible()
  await main.getByRole('combobox', { name: 'Group by', exact: true }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Status', exact: true }).click()
  await expect(page).toHaveURL(/group_by=status/)
  const chart = main.getByRole('region', { name: /Status/ }).first()
  await expect(chart).toBeVisible()
  await chart.getByRole('radio', { name: 'Chart' }).press('ArrowRight')
  await expect(chart.getByRole('row').filter({ hasText: 'Delivered' })).toContainText(/\d/)
  await expectAccessible(page)
})

test('rows of parcels are of the same shipments, and an address says everything', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: '/reports/detailed_shipments' })
  const parcels = page
    .getByRole('group', { name: 'Rows' })
    .getByRole('button', { name: 'Parcels', exact: true })
  await expect(rows(page).first()).toBeVisible()
  await parcels.click()
  await expect(page).toHaveURL(/rows=parcels/)
  await page.reload()
  await expect(parcels).toHaveAttribute('aria-pressed', 'true')
  await expect(figure(page, 'Parcel weight')).toBeVisible()
})

test('a period that ends before it begins is refused once, and can be left', async ({ page }) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/reports/shipments/summary')) asked += 1
  })
  await signIn(page, 'admin', 'atlantico', { to: '/reports/shipments?from=2026-10-02&to=2026-10-01' })
  const main = page.getByRole('main')
  await expect(main.getByRole('alert').first()).toContainText('The last day is before the first.')
  await main.getByRole('button', { name: 'Try again', exact: true }).first().click()
  await expect(main.getByRole('alert').first()).toContainText('The last day is before the first.')
  expect(asked).toBeLessThan(5)
  await main.getByRole('button', { name: 'Clear filters', exact: true }).first().click()
  await expect(figure(page, 'Parcels')).toBeVisible()
})

test('costs are only there for those who may see them', async ({ page }) => {
  const margins = page.getByRole('main').getByRole('button', { name: 'Margins', exact: true })
  await signIn(page, 'staff', 'atlantico', { to: '/reports/financial' })
  await expect(page.getByRole('main').getByRole('button', { name: 'Wallets', exact: true })).toBeVisible()
  await expect(margins).toHaveCount(0)
  await signIn(page, 'admin', 'atlantico', { to: '/reports/financial' })
  await margins.click()
  await expect(figure(page, 'Margin')).toContainText(/R\$/)
})
