import { readFile } from 'node:fs/promises'
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

/** The texts of the rows without what the clock changes meanwhile, such as "6m ago". */
async function textsOf(page: Page) {
  const texts = await rows(page).allTextContents()
  return texts.map((text) => text.replace(/\d+[smh] ago/, ''))
}

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
  await expect(page.getByText(/^showing 26 -/)).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const shown = await textsOf(page)

  const elsewhere = await somebodyElse({ storageState: await page.context().storageState() })
  await elsewhere.goto(page.url())
  await expect(rows(elsewhere).first()).toBeVisible()
  expect(await textsOf(elsewhere)).toEqual(shown)
})

test('Back restores filters and scroll', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await open(page, { sort: '-to_name' })
  await page.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded()
  await expectAccessible(page)
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
  await expect(page.getByText('No results for “no such thing”')).toBeVisible()
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
  await expect(search).toHaveValue('a')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByText('Newest first')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Recipient' })).toBeVisible()
})

test('the arrow and Enter lead from the search to the rows', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await open(page)
  const search = page.getByRole('searchbox')
  await search.press('ArrowDown')
  await expect(page.locator('[data-row]').first()).toBeFocused()
  await search.focus()
  await search.press('Enter')
  await expect(page.locator('[data-row]').first()).toBeFocused()
})

test('chosen columns follow the account to another browser', async ({ page, somebodyElse, isMobile }) => {
  desktopOnly(isMobile)
  await open(page)
  await call(page, 'PUT', '/list_columns/shipments', { columns: null })
  await page.reload()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expectAccessible(page)
  const saved = page.waitForResponse(/list_columns/)
  for (const name of ['Price', 'Ship date', 'Label printed'])
    await expect(page.getByRole('checkbox', { name, exact: true })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Sender' }).check()
  await saved
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()

  const other = await somebodyElse()
  await signIn(other, 'admin', 'pacific', { to: '/shipments' })
  await expect(other.getByRole('columnheader', { name: 'Sender' })).toBeVisible()

  await page.getByRole('button', { name: 'Columns' }).click()
  const reset = page.waitForResponse(/list_columns/)
  await page.getByRole('button', { name: 'Reset' }).click()
  await reset
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Recipient' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Sender' })).toBeHidden()
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
  await page.getByRole('menuitem', { name: 'Manage views' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage views' })
  await expectAccessible(page)
  await manage.getByRole('button', { name: `Delete “${name}”` }).click()
  await page
    .getByRole('dialog', { name: 'Delete this view?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expect(manage.getByRole('textbox', { name: `Name of “${name}”` })).toBeHidden()
})

test('a view is renamed, and the list starts with it', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await open(page)
  const name = `Lima ${Date.now()}`
  const form = { list: 'shipments', name, shared: false, query: { search: 'lima' } }
  await call(page, 'POST', '/saved_views', form)
  await page.reload()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Manage views' }).click()
  const field = page.getByRole('textbox', { name: `Name of “${name}”` })
  await field.fill(`${name} 2`)
  await field.press('Enter')
  await page.getByRole('radio', { name: `Use “${name} 2” by default` }).click()
  await expect(page.getByRole('radio', { name: `Use “${name} 2” by default` })).toBeChecked()

  await page.goto(`${origin('pacific')}/shipments`)
  await expect(page.getByRole('searchbox')).toHaveValue('lima')
  await expect(page.getByRole('button', { name: `${name} 2` })).toBeVisible()
  await call(page, 'PUT', '/default_views/shipments', { view_id: null })
})

test('a tab tells how many shipments it has', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await open(page)
  const all = page.getByRole('button', { name: /^All \d+/ })
  const total = (await page.getByRole('status').filter({ hasText: 'results' }).first().textContent()) ?? ''
  await expect(all).toHaveText(`All${Number.parseInt(total, 10)}`)
  const tab = page.getByRole('button', { name: /^Details missing \d+/ })
  const count = Number(((await tab.textContent()) ?? '').replace(/\D/g, ''))
  await tab.click()
  await expect(rows(page)).toHaveCount(count)
})

test('a filter that is set stands as a chip and is taken off', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Remove filter: One import' }).click()
  await expect(page).not.toHaveURL(/import_id/)
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0)
})

test('tabs that have no room are reached by an arrow or by keys, and the chosen one is seen', async ({
  page,
  isMobile,
}) => {
  desktopOnly(isMobile)
  await page.setViewportSize({ width: 1000, height: 800 })
  await open(page)
  const tabs = page.getByRole('main').getByRole('group', { name: 'Status' })
  const last = tabs.getByRole('button').last()
  await expect(last).not.toBeInViewport()
  const arrow = tabs.locator('[data-side="after"]')
  await expect(async () => {
    await arrow.click({ timeout: 1000 })
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expectAccessible(page)
  await last.click()
  await page.reload()
  await expect(last).toHaveAttribute('aria-pressed', 'true')
  await expect(last).toBeInViewport()
})

test('the rows of a list are low', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  const first = await rows(page).first().boundingBox()
  expect(first?.height).toBeLessThan(44)
})

test('a card of a list is low on a phone', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  const heights = await rows(page).evaluateAll((cards) => cards.map((card) => card.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(244)
})

test('the first row of a list begins in the upper two fifths', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'admin', 'pacific', { to: '/shipments' })
  await expect(rows(page).first()).toBeVisible()
  const first = await rows(page).first().boundingBox()
  expect(first?.y).toBeLessThan(320)
})

test('the menu of a row stays inside a narrow window', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  const size = { width: 800, height: 700 }
  await page.setViewportSize(size)
  await open(page)
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  const isInside = async () => {
    const { x, y, width, height } = (await menu.boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 }
    return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height
  }
  await expect.poll(isInside).toBe(true)
})

test('Space shows the row beside the list, and j goes on to the next', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await open(page)
  const codes = await rows(page).getByRole('link').allTextContents()
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(page.getByRole('complementary', { name: codes[0] })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('j')
  await expect(page.getByRole('complementary', { name: codes[1] })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: codes[1] })).toBeHidden()
  await expect(rows(page).nth(1)).toBeFocused()
})

test('the list is exported as it is shown', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await open(page, { sort: 'tracking_code', columns: 'tracking_code,to_name' })
  const codes = await rows(page).getByRole('link').allTextContents()
  await page.getByRole('button', { name: 'Export' }).click()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'CSV' }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toContain('Tracking code,Reference,Recipient,City,Destination')
  expect(lines.slice(1, 26).map((line) => line.split(',')[0])).toEqual(codes)
})

test('days are chosen from a calendar', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Created', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Last 30 days' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await expect(page).toHaveURL(/created_from=\d{4}-\d\d-\d\d&created_to=|created_to=.*created_from=/)
  await expect(rows(page).first()).toBeVisible()
})

test('shipments are narrowed to the days they are expected on', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('button', { name: 'Estimated delivery' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/due_from=\d{4}-\d\d-\d\d/)
  await expect(page).toHaveURL(/due_to=\d{4}-\d\d-\d\d/)
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
