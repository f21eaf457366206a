import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const REAL_FILE = '../server/tests/data/scms-deliveries.csv'
const LINES = 5_176
const SHIPMENTS = 3_547
const REFUSED = 10

/** Taking in thousands of lines on the debug build of a small machine. */
const LONG = 180_000

async function upload(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('heading', { name: 'What the columns mean' })).toBeVisible({ timeout: LONG })
}

/** The figure of a tile. */
async function count(page: Page, name: string) {
  const text = await page.locator(`[data-count="${name}"] dd`).innerText()
  return Number(text.replace(/\D/g, ''))
}

async function check(page: Page) {
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('heading', { name: 'What would come in' })).toBeVisible({ timeout: LONG })
}

async function start(page: Page) {
  await page.getByRole('button', { name: /^Import [\d.,]+ shipments?$/ }).click()
  await expect(page.getByRole('heading', { name: 'The file has come in' })).toBeVisible({ timeout: LONG })
}

/** Rows of a CSV file with quotation marks. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g
  for (const [whole, cell = '', end = ''] of text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .matchAll(cells)) {
    if (whole === '') break
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== ',' && end !== '') rows.push([])
  }
  return rows
}

const textOf = (rows: string[][]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

/** Gives the lines of each shipment the scheduled day of its first one: that they differ is why they were refused. */
function corrected(text: string) {
  const [header = [], ...rows] = rowsOf(text)
  const reference = header.indexOf('ASN/DN #')
  const day = header.indexOf('Scheduled Delivery Date')
  const days = new Map<string, string>()
  for (const row of rows) {
    const key = row[reference] ?? ''
    if (!days.has(key)) days.set(key, row[day] ?? '')
    row[day] = days.get(key) ?? ''
  }
  return textOf([header, ...rows])
}

test('a real file comes in, its refused lines are corrected and come in too', async ({
  page,
  isMobile,
  somebodyElse,
}) => {
  test.skip(isMobile, 'the same server work; the screens of a phone are looked at below')
  test.setTimeout(4 * LONG)
  await signIn(page, 'staff', 'pacific')
  await page.goto(`${origin('pacific')}/shipments/imports`)
  await page.getByRole('link', { name: 'Import a file' }).first().click()
  await upload(page, REAL_FILE)
  await expectAccessible(page)

  await check(page)
  expect(await count(page, 'lines')).toBe(LINES)
  expect(await count(page, 'refused')).toBe(REFUSED)
  expect((await count(page, 'new')) + (await count(page, 'existing'))).toBe(SHIPMENTS)
  await expect(page.getByText('Lines of one shipment say different things')).toBeVisible()
  await expectAccessible(page)

  // Back to the columns and forth again loses nothing.
  await page.getByRole('button', { name: 'Change the mapping' }).click()
  await page.getByRole('textbox', { name: 'Sender · City' }).fill('Washington')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'What would come in' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('textbox', { name: 'Sender · City' })).toHaveValue('Washington')
  await check(page)

  await start(page)
  expect(await count(page, 'refused')).toBe(REFUSED)
  await expectAccessible(page)
  const imported = page.url()

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Refused lines (CSV)' }).click()
  const refused = await readFile(await (await downloading).path(), 'utf8')
  expect(rowsOf(refused)).toHaveLength(REFUSED + 1)
  expect(refused).toContain('Held back because row')

  await page.getByRole('link', { name: 'Send the corrected file' }).click()
  const buffer = Buffer.from(corrected(refused))
  await upload(page, { name: 'corrected.csv', mimeType: 'text/csv', buffer })
  // Its shape is the one of the first file, so the mapping of that is remembered.
  await expect(page.getByRole('textbox', { name: 'Sender · City' })).toHaveValue('Washington')
  await check(page)
  expect(await count(page, 'refused')).toBe(0)
  await start(page)
  expect(await count(page, 'new')).toBe(5)

  await page.getByRole('link', { name: /^New shipments: 5/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
  await expect(page.getByText('5 results', { exact: true })).toBeVisible()

  const other = await somebodyElse()
  await signIn(other, 'staff', 'atlantico')
  await other.goto(imported.replace(origin('pacific'), origin('atlantico')))
  await expect(other.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(other.getByText('scms-deliveries.csv')).toBeHidden()
})

test('says at the field what is wrong with a file', async ({ page }) => {
  test.setTimeout(LONG)
  await signIn(page, 'staff', 'pacific')
  await page.goto(`${origin('pacific')}/shipments/imports/new`)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Choose a file first.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'empty.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('A,B\r\n'),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('The file has no rows.')).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
})

test('the columns are given their meanings, and an import can be given up', async ({ page }) => {
  test.setTimeout(LONG)
  await signIn(page, 'staff', 'pacific')
  await page.goto(`${origin('pacific')}/shipments/imports/new`)
  const file = `Zq1,Zq2\r\nA-${test.info().project.name},Book\r\n`
  await upload(page, { name: 'small.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  const meaning = page.getByRole('combobox', { name: 'Meaning of Zq2' })
  await meaning.fill('Quantity')
  await page.getByRole('option', { name: 'Quantity' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toContainText('The items have no description.')
  await meaning.fill('Item desc')
  await page.getByRole('option', { name: 'Item description' }).click()
  // The draft is written at a pause.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('item_description')
  await page.reload()
  await expect(meaning).toHaveValue('Item description')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'This import was discarded' })).toBeVisible()

  await page.goto(`${origin('pacific')}/shipments/imports`)
  await expect(page.getByText('small.csv').first()).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
})
