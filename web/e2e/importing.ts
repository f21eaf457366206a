import { expect, type Page } from '@playwright/test'

/** The steps of bringing a file in, as somebody takes them. */

/** Taking in thousands of lines on the debug build of a small machine. */
export const LONG = 180_000

export async function upload(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible({ timeout: LONG })
}

/** The figure of a tile. */
export async function count(page: Page, name: string) {
  const text = await page.locator(`[data-count="${name}"] dd`).innerText()
  return Number(text.replace(/\D/g, ''))
}

export async function check(page: Page) {
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible({ timeout: LONG })
}

export async function start(page: Page, meanwhile?: () => Promise<void>) {
  await page.getByRole('button', { name: /^Import [\d.,]+ shipments?$/ }).click()
  const done = page.getByRole('heading', { name: 'Import finished' })
  if (meanwhile) {
    // A quick server is done before its bar has any width.
    await expect(page.getByRole('progressbar').or(done).first()).toBeAttached()
    await meanwhile()
  }
  await expect(done).toBeVisible({ timeout: LONG })
}

/** Rows of a CSV file with quotation marks. */
export function rowsOf(text: string): string[][] {
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
export function corrected(text: string) {
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
