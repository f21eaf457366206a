import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { check, corrected, count, LONG, rowsOf, start, upload } from './importing'
import { bytesOf, labelFrom } from './printing'
import { choose, collected, publicPage, scanField } from './recording'
import { call, expect, expectAccessible, look, origin, signIn, type Tenant, test } from './support'

/** The product's main job in one go: a real file comes in, and its shipments are worked and followed. */

test.use({ locale: 'en-US' })

const REAL_FILE = '../server/tests/data/scms-deliveries.csv'
const LINES = 5_176
const SHIPMENTS = 3_547
const REFUSED = 10
const CORRECTED = 5

test('a file becomes shipments that their receivers follow, and the company next door sees nothing of it', async ({
  page,
  isMobile,
  somebodyElse,
}) => {
  test.skip(isMobile, 'the same work of the server; phones see these screens in specs of their own')
  test.setTimeout(4 * LONG)
  await signIn(page, 'staff', 'pacific')

  await test.step('the file comes in', () => bringIn(page))
  const imported = page.url()
  await test.step('its refused lines come in too, once they are corrected', () => sendAgain(page))
  const code = await test.step('a shipment is opened', () => openFirst(page))
  const shipment = page.url()
  await test.step('what it lacks is filled in', () => complete(page, shipment))
  await test.step('its label is printed', () => printLabel(page, code))
  await test.step('an event is recorded', () => record(page, code))
  const visitor = await somebodyElse()
  await test.step('its receiver sees it', () => follow(visitor, code))

  const stranger = await somebodyElse()
  await test.step('nobody next door does', () => seeNothing(stranger, code, [imported, shipment]))
  const newcomer = await somebodyElse({ locale: 'fr-FR' })
  await test.step('and nothing there looks alike', () => compareBrands(newcomer))
})

async function bringIn(page: Page) {
  await page.goto(`${origin('pacific')}/shipments`)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'Import file' }).first().click()
  await upload(page, REAL_FILE)
  await expectAccessible(page)
  await look(page, '1 mapping')

  await check(page)
  expect(await count(page, 'lines')).toBe(LINES)
  expect(await count(page, 'refused')).toBe(REFUSED)
  expect((await count(page, 'new')) + (await count(page, 'existing'))).toBe(SHIPMENTS)
  await expect(page.getByText('Rows of a shipment differ')).toBeVisible()
  await expectAccessible(page)
  await look(page, '2 dry run')

  // Back to the columns and forth again loses nothing.
  await page.getByRole('button', { name: 'Change columns' }).click()
  await page.getByRole('textbox', { name: 'Sender · City' }).fill('Washington')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('textbox', { name: 'Sender · City' })).toHaveValue('Washington')
  await check(page)

  await start(page, () => look(page, '3 under way'))
  expect(await count(page, 'refused')).toBe(REFUSED)
  await expectAccessible(page)
  await look(page, '4 result')
}

async function sendAgain(page: Page) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Rejected rows (CSV)' }).click()
  const refused = await readFile(await (await downloading).path(), 'utf8')
  expect(rowsOf(refused)).toHaveLength(REFUSED + 1)
  expect(refused).toContain('Not imported because row')

  await page.getByRole('link', { name: 'Upload corrected file' }).click()
  const buffer = Buffer.from(corrected(refused))
  await upload(page, { name: 'corrected.csv', mimeType: 'text/csv', buffer })
  // Its shape is the one of the first file, so the mapping of that is remembered.
  await expect(page.getByRole('textbox', { name: 'Sender · City' })).toHaveValue('Washington')
  await check(page)
  expect(await count(page, 'refused')).toBe(0)
  await start(page)
  expect(await count(page, 'new')).toBe(CORRECTED)
}

async function openFirst(page: Page) {
  await page.getByRole('link', { name: `New shipments: ${CORRECTED}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
  await expect(page.getByText(`${CORRECTED} results`, { exact: true })).toBeVisible()
  await look(page, '5 list')
  const first = page.locator('[data-row]').first().getByRole('link').first()
  const code = await first.innerText()
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await look(page, '6 shipment')
  return code
}

const run = async (program: string, ...options: string[]) =>
  (await promisify(execFile)(program, options)).stdout

async function complete(page: Page, address: string) {
  const path = `/shipments/${address.split('/').at(-1)}`
  const { data } = await call<{ data: { version: number } }>(page, 'GET', path)
  // The file's weight is above the limit of the service.
  const form = { ...(await completeForm(page)), declared_weight_g: null }
  await call(page, 'PATCH', path, { ...form, version: data.version })
  await page.reload()
}

/** Reads the printed label as a scanner does. */
async function printLabel(page: Page, code: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  const pdf = await labelFrom(page, page.getByRole('menuitem', { name: 'Print label' }))
  const label = test.info().outputPath('label')
  await writeFile(`${label}.pdf`, pdf)
  expect(await run('pdfinfo', `${label}.pdf`)).toMatch(/^Pages: +1$/m)
  await run('pdftoppm', '-r', '203', '-png', '-singlefile', `${label}.pdf`, label)
  expect(await run('zbarimg', '-q', `${label}.png`)).toContain(`CODE-128:${code}`)
  await test.info().attach('7 label', { path: `${label}.png`, contentType: 'image/png' })
}

async function record(page: Page, code: string) {
  await page.goto(`${origin('pacific')}/tracking?task=record`)
  await scanField(page).fill(code)
  await page.keyboard.press('Enter')
  await expect(collected(page)).toHaveCount(1)
  await choose(page, 'Departed')
  await page.getByRole('textbox', { name: 'Location' }).fill('Washington')
  await look(page, '8 event')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Recorded for 1 shipment' })).toBeVisible()
}

async function follow(visitor: Page, code: string) {
  await visitor.goto(publicPage('pacific', [code]))
  const card = visitor.getByRole('article', { name: code })
  await expect(card).toContainText('On its way')
  await expect(card.getByRole('listitem').filter({ hasText: 'Departed' })).toContainText('Washington')
  await look(visitor, '9 public page')
}

async function seeNothing(stranger: Page, code: string, addresses: string[]) {
  await stranger.goto(publicPage('atlantico', [code]))
  await expect(stranger.getByRole('article', { name: code })).toContainText('Code not found')

  await signIn(stranger, 'staff', 'atlantico')
  await stranger.goto(`${origin('atlantico')}/shipments?search=${code}`)
  await expect(stranger.getByText(`No results for “${code}”`)).toBeVisible()
  for (const address of addresses) {
    const there = address.replace(origin('pacific'), origin('atlantico'))
    const answering = stranger.waitForResponse((answer) =>
      /\/api\/(shipments|shipment_imports)\/[\w-]{36}$/.test(answer.url()),
    )
    await stranger.goto(there)
    expect((await answering).status()).toBe(404)
    await expect(stranger.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(stranger.getByText(/scms-deliveries|corrected\.csv/)).toHaveCount(0)
    await expect(stranger.getByText(code)).toHaveCount(0)
  }
  await look(stranger, '10 next door')
}

/** The page for a visitor whose language the company does not offer. */
async function brandOf(page: Page, tenant: Tenant) {
  await page.goto(`${origin(tenant)}/login`)
  const logo = page.locator('img').first()
  await expect(logo).toBeVisible()
  const html = page.locator('html')
  return {
    title: await page.title(),
    language: await html.getAttribute('lang'),
    colour: await html.evaluate((element) => getComputedStyle(element).getPropertyValue('--brand-6')),
    logo: (await bytesOf(page, (await logo.getAttribute('src')) ?? '')).toString(),
  }
}

async function compareBrands(page: Page) {
  const here = await brandOf(page, 'pacific')
  const there = await brandOf(page, 'atlantico')
  await look(page, '11 brand')
  expect(here.language).toBe('en')
  expect(there.language).toBe('pt-BR')
  for (const part of ['title', 'colour', 'logo'] as const) expect(there[part]).not.toBe(here[part])
}
