import type { Page } from '@playwright/test'
import { cellAt, draftOf } from './prices'
import { call, expect, expectAccessible, origin, signIn, tabTo, test } from './support'

test.use({ locale: 'en-US', permissions: ['clipboard-read', 'clipboard-write'] })

const at = (path: string) => `${origin('pacific')}${path}`
const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function paste(page: Page, rows: string[][]) {
  const text = rows.map((row) => row.join('\t')).join('\n')
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

async function begin(page: Page, code: string) {
  await page.goto(at('/price-tables/new'))
  await button(page, 'Save price table').click()
  await expect(page.getByRole('alert')).toContainText('Code')
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('textbox', { name: 'Name' }).fill('Express export')
  await button(page, 'Save price table').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Express export' })).toBeVisible()
  await button(page, 'New version').click()
  await button(page, 'Create draft').click()
  await expect(page.getByText('No prices yet')).toBeVisible()
}

async function addCountries(page: Page, zone: string, codes: string) {
  await page.getByRole('list', { name: 'Zones' }).getByRole('button', { name: zone }).click()
  await button(page, 'Paste countries').click()
  await page.getByRole('textbox', { name: 'Country codes or names' }).fill(codes)
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
}

test('a price table is pasted, mended, published and priced by', async ({ page, isMobile }) => {
  test.skip(isMobile, 'prices are edited on a desktop')
  const code = `EXP-${Date.now()}`
  await signIn(page, 'admin', 'pacific', { to: false })
  await begin(page, code)

  await paste(page, [
    ['lb', 'Near', 'Far'],
    ['0.5', '$10.00', '20'],
    ['1', '11', '-'],
    ['2', '9', 'ask'],
  ])
  await expect(page.getByText('1 value to correct before saving')).toBeVisible()
  await button(page, 'Row 3: “ask” is not a price.').click()
  await expect(page.locator('[role="gridcell"]:focus')).toHaveText('ask')
  await page.keyboard.type('35')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Save prices')).toBeEnabled()
  await expectAccessible(page)
  await button(page, 'Save prices').click()
  await expect(page.getByText('Prices saved.')).toBeVisible()

  await page.getByRole('link', { name: 'Next: Check the zones' }).click()
  await expect(page.getByRole('list', { name: 'From the price list to the clients' })).toContainText(
    'Check the zones',
  )
  await expect(page.getByRole('list', { name: 'Zones' })).toBeVisible()
  await expectAccessible(page)
  await addCountries(page, 'Near', 'BR, AR')
  await addCountries(page, 'Far', 'Germany\nAtlantis')
  await expect(page.getByText('1 entry is not a country')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Save zones').click()
  await expect(page.getByText('Zones saved.')).toBeVisible()

  await tab(page, 'Rules').click()
  await page.getByLabel('First day').fill('2026-01-01')
  await button(page, 'Save rules').click()
  await expect(page.getByText('from 01/01/2026')).toBeVisible()

  await tab(page, 'Check and publish').click()
  const falls = page
    .getByRole('listitem')
    .filter({ hasText: 'The price falls as the weight rises: 9 after 11.' })
  await expect(falls).toContainText('Zone Near, up to 2')
  const gap = page.getByRole('listitem').filter({ hasText: 'There is no price here' })
  await expect(gap).toContainText('Zone Far, up to 1')
  await expect(button(page, 'Publish')).toBeDisabled()
  await gap.getByRole('link').click()
  await expect(cellAt(page, 3, 2)).toBeFocused()
  await page.keyboard.type('28')
  await page.keyboard.press('Enter')
  await button(page, 'Save prices').click()
  await expect(page.getByText('Prices saved.').last()).toBeVisible()

  await tab(page, 'Check and publish').click()
  await expect(page.getByText('1 warning to read before publishing')).toBeVisible()
  await page.getByRole('checkbox', { name: 'I have read the warnings' }).check()
  await button(page, 'Publish').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('This version is published')).toBeVisible()
  await page.getByRole('link', { name: 'Assign to clients' }).click()
  await expect(page.getByRole('combobox', { name: 'Sell table' })).toHaveValue(new RegExp(code))
  await page.goBack()

  await tab(page, 'Prices').click()
  await expect(button(page, 'Save prices')).toHaveCount(0)
  await cellAt(page, 2, 1).click()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 2, 1)).toHaveText('10.00')

  await page.getByRole('link', { name: 'Express export' }).click()
  await tab(page, 'Simulate').click()
  const destination = page.getByRole('group', { name: 'Version and destination' })
  await destination.getByRole('combobox', { name: 'Country', exact: true }).fill('Germany')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Weight each' }).fill('0.8')
  await button(page, 'Calculate price').click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('0.8 lb in zone Far: weight band up to 1 lb')
  await expect(result).toContainText('$28.00')
  await page.getByRole('textbox', { name: 'Weight each' }).fill('3')
  await button(page, 'Calculate price').click()
  await expect(result).toContainText('A parcel weighs 3 lb; the limit is 2 lb.')
  await expectAccessible(page)
})

test('the grid is edited by the keyboard alone, beside somebody else', async ({ page, isMobile }) => {
  test.skip(isMobile, 'prices are edited on a desktop')
  await signIn(page, 'admin', 'pacific', { to: false })
  const draft = await draftOf(
    page,
    ['A', 'B'],
    [
      ['1', '10', '20'],
      ['2', '11', '21'],
      ['3', '12', '22'],
    ],
  )
  await page.goto(at(draft.path))
  await tabTo(page, page.getByRole('grid').locator('[tabindex="0"]'))
  await page.keyboard.press('Control+Home')
  await expect(cellAt(page, 2, 1)).toBeFocused()

  await page.keyboard.type('15')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 2, 1)).toHaveText('15.00')
  await expect(cellAt(page, 2, 2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(cellAt(page, 2, 3)).toHaveText('15.00')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+ArrowUp')
  await page.keyboard.press('Control+v')
  await expect(cellAt(page, 3, 3)).toHaveText('15.00')
  await page.keyboard.press('Control+z')
  await expect(cellAt(page, 3, 3)).toHaveText('22.00')
  // One cell again, not the range that was pasted.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')
  await expect(cellAt(page, 3, 1)).toHaveText('–')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+Shift+z')
  await expect(cellAt(page, 3, 1)).toHaveText('–')

  await call(page, 'PATCH', `/price_table_versions/${draft.version}/grid`, {
    version: 2,
    cells: [{ zone: 'B', up_to: '3', amount: '99' }],
  })
  await tabTo(page, button(page, 'Save prices'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'Load latest and keep my changes'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 3, 3)).toHaveText('99.00')
  await expect(cellAt(page, 2, 3)).toHaveText('15.00')
  await tabTo(page, button(page, 'Save prices'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Prices saved.')).toBeVisible()
})

test('a sheet shows what was understood, and is read as somebody says', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(at('/price-tables'))
  const draft = await draftOf(page, ['Near'], [['1', '10']])
  await page.goto(at(`${draft.path}/files`))
  const text = 'Weight up to kg,Near per kg,Transit days\n45,4.125,3\n100,3.875,4\n'
  const file = { name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('B2: “4.125” can be read in two ways. Choose the decimal mark.')).toBeVisible()
  await expect(page.getByText('C1: The column “Transit days” is not read.')).toBeVisible()
  await expect(button(page, 'Apply to draft')).toBeDisabled()

  await page.getByRole('combobox', { name: 'Decimal mark' }).selectOption({ label: 'Point: 1,234.50' })
  await expect(page.getByText('2 values read. Nothing is changed yet.')).toBeVisible()
  await expect(
    page.getByText('The weight bands are added to those of the draft. Prices so far: 1.'),
  ).toBeVisible()
  const samples = page.getByRole('region', { name: 'Freight of three weights, USD' })
  await expect(samples).toContainText('185.63')
  await expect(samples).toContainText('387.50')
  await page.getByRole('combobox', { name: 'Meaning of Near per kg' }).selectOption('Price')
  await expect(page.getByText('“4.125” has more decimals than the currency.')).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Meaning of Near per kg' })
    .selectOption('Price per unit of weight')
  await expect(page.getByText('2 values read. Nothing is changed yet.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Apply to draft').click()
  await expect(page.getByText('2 values are in the draft.')).toBeVisible()
})
