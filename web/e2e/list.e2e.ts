import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

/** The behaviour of every list, tested on the list of shipments. */

test.use({ locale: 'en-US' })

/** The list, on what the seed brought in: other tests add shipments at the same time. */
async function open(page: Page, search: Record<string, string> = {}) {
  await signIn(page, 'admin', 'pacific', { to: false })
  const { data } = await call<{ data: { id: string }[] }>(page, 'GET', '/shipment_imports?per_page=100')
  const query = new URLSearchParams({ import_id: data.at(-1)?.id ?? '', ...search })
  await page.goto(`${origin('pacific')}/shipments?${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
}

const rows = (page: Page) => page.locator('[data-row]')
const firstName = (page: Page) => rows(page).first().textContent()
const desktopOnly = (isMobile: boolean) => test.skip(isMobile, 'a phone has cards')

test('the address is the state: copied elsewhere it shows the same rows', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  desktopOnly(isMobile)
  await open(page)
  await page.getByRole('button', { name: 'Recipient' }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page).toHaveURL(/sort=to_name/)
  await expect(page.getByRole('columnheader', { name: 'Recipient' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page.getByText(/^showing 26 - /)).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const shown = await rows(page).allTextContents()

  const elsewhere = await somebodyElse({ storageState: await page.context().storageState() })
  await elsewhere.goto(page.url())
  await expect(rows(elsewhere).first()).toBeVisible()
  expect(await rows(elsewhere).allTextContents()).toEqual(shown)
})

test('Back restores filters and scroll', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await open(page, { sort: '-to_name' })
  await page.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await page.goto(`${origin('pacific')}/nothing`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goBack()
  await expect(rows(page).first()).toBeVisible()
  await expect(page).toHaveURL(/sort=-to_name/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
})

test('a search that finds nothing says so and can be taken back', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type('no such thing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No result for “no such thing”')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(rows(page).first()).toBeVisible()
})

test('a search comes newest first, and no column can be sorted meanwhile', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await open(page)
  const search = page.getByRole('searchbox')
  await search.fill('a')
  await search.press('Enter')
  await expect(page.getByText('Newest first')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recipient' })).toHaveCount(0)
  await search.press('Escape')
  await expect(page.getByText('Newest first')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Recipient' })).toBeVisible()
})

test('chosen columns follow the account to another browser', async ({ page, somebodyElse, isMobile }) => {
  desktopOnly(isMobile)
  await open(page)
  await call(page, 'PUT', '/list_columns/shipments', { columns: null })
  await page.reload()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expectAccessible(page)
  const saved = page.waitForResponse(/list_columns/)
  await page.getByRole('checkbox', { name: 'Reference' }).check()
  await saved
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()

  const other = await somebodyElse()
  await signIn(other, 'admin', 'pacific')
  await expect(other.getByRole('columnheader', { name: 'Reference' })).toBeVisible()

  await page.getByRole('button', { name: 'Columns' }).click()
  const reset = page.waitForResponse(/list_columns/)
  await page.getByRole('button', { name: 'Reset' }).click()
  await reset
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Recipient' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Reference' })).toBeHidden()
})

test('filters can be kept under a name', { tag: '@phone' }, async ({ page }) => {
  const name = `Recife ${Date.now()}`
  await open(page)
  await page.getByRole('searchbox').fill('recife')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/search=recife/)

  await page.getByRole('button', { name: 'Views' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Save view' }).click()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=/)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/search=/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('recife')

  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: `Delete “${name}”` }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name })).toBeHidden()
})

test('days are chosen from a calendar', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Created', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/created_from=\d{4}-\d\d-\d\d&created_to=|created_to=.*created_from=/)
  await expect(rows(page).first()).toBeVisible()
})

test('shipments are narrowed to the days they are expected on', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Estimated delivery from').fill('2026-09-10')
  await page.getByLabel('Estimated delivery to').fill('2026-09-12')
  await expect(page).toHaveURL(/due_from=2026-09-10/)
  await expect(page).toHaveURL(/due_to=2026-09-12/)
  await expectAccessible(page)
})

test('j and k walk the rows', async ({ page }) => {
  await open(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows(page).first()).toBeFocused()
  expect(await firstName(page)).toBeTruthy()
})
