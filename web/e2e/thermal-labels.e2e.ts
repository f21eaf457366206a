import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { zplToBase64Async } from 'zpl-renderer-js'
import { addConfirmedShipment, type Made } from './complete'
import { bytesOf } from './printing'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

/** Labels in ZPL: what a thermal printer draws, and the ways to it. */

test.use({ locale: 'en-US' })

const HOST = origin('atlantico')

/** Width and height of a label, in millimetres. */
const SIZE = [101.6, 152.4] as const

const RESOLUTIONS = [
  ['zpl_203', 8],
  ['zpl_300', 12],
] as const

/** The codes that a scanner reads on a label, drawn as a printer with so many dots per millimetre draws it. */
async function scanned(zpl: string, dots: number, name: string) {
  const picture = test.info().outputPath(`${name}.png`)
  await writeFile(picture, Buffer.from(await zplToBase64Async(zpl, ...SIZE, dots), 'base64'))
  await test.info().attach(name, { path: picture, contentType: 'image/png' })
  return execFileSync('zbarimg', ['-q', picture], { encoding: 'utf8' }).trim().split('\n').sort()
}

const labelOf = async (page: Page, path: string, format: string) =>
  (await bytesOf(page, `/api${path}/label?format=${format}`)).toString()

const tracking = (code: string) => `${HOST}/tracking?codes=${code}`

test('both codes of a label are read as a thermal printer draws them', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  // Letters of the printer, letters that need shaping, and letters that would be commands.
  const names = ['Ann Lee', 'محمد العتيبي', '深圳市贸易有限公司', 'Ann ^XZ~JR_5E Lee']
  for (const [at, to_name] of names.entries()) {
    const { id, tracking_code } = await addConfirmedShipment(page, { to_name })
    for (const [format, dots] of RESOLUTIONS) {
      const zpl = await labelOf(page, `/shipments/${id}`, format)
      expect(await scanned(zpl, dots, `${at}-${format}`)).toEqual([
        `CODE-128:${tracking_code}`,
        `QR-Code:${tracking(tracking_code)}`,
      ])
    }
  }
})

test('the number on the label of a bag is read as a thermal printer draws it', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  type Bags = { data: { id: string; number: string }[] }
  const [bag] = (await call<Bags>(page, 'GET', '/bags')).data
  if (!bag) throw new Error('the demo has no bags')
  for (const [format, dots] of RESOLUTIONS) {
    const zpl = await labelOf(page, `/bags/${bag.id}`, format)
    expect(await scanned(zpl, dots, `bag-${format}`)).toContain(`CODE-128:${bag.number}`)
  }
})

/** A printer at the serial port that keeps what it gets. */
async function playPrinter(page: Page) {
  await page.addInitScript(() => {
    const taken: number[] = []
    const port = {
      writable: null as WritableStream<Uint8Array> | null,
      getInfo: () => ({ usbVendorId: 2655, usbProductId: 7 }),
      async open() {
        port.writable = new WritableStream({ write: (part) => void taken.push(...part) })
      },
      async close() {},
    }
    const serial = { getPorts: async () => [port], requestPort: async () => port }
    Object.defineProperty(navigator, 'serial', { value: serial })
    Object.assign(window, { takenByPrinter: () => taken })
  })
}

const taken = async (page: Page) =>
  Buffer.from(
    await page.evaluate(() => (window as unknown as { takenByPrinter(): number[] }).takenByPrinter()),
  ).toString()

async function openDocuments(page: Page, { id, tracking_code }: Made) {
  await page.goto(`${HOST}/shipments/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: tracking_code })).toBeVisible()
  await page.getByRole('button', { name: 'Documents', exact: true }).click()
}

const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a label goes straight to the connected printer, and is recorded', async ({ page }) => {
  await playPrinter(page)
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await addConfirmedShipment(page)
  await openDocuments(page, shipment)
  await entry(page, 'Label printer…').click()
  const dialog = page.getByRole('dialog', { name: 'Label printer' })
  await choose(page, 'Labels of this station', 'ZPL, 203 dpi')
  await choose(page, 'ZPL goes', 'To a printer at a serial port or Bluetooth')
  await dialog.getByRole('button', { name: 'Connect printer' }).click()
  await expect(dialog.getByText('A printer is connected to this station.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await openDocuments(page, shipment)
  await entry(page, 'Label').click()
  await expect(page.getByText(`${shipment.tracking_code} was sent to the printer.`)).toBeVisible()
  expect(await scanned(await taken(page), 8, 'printed')).toContain(`CODE-128:${shipment.tracking_code}`)
  type Printed = { data: { label_prints: number } }
  const show = () => call<Printed>(page, 'GET', `/shipments/${shipment.id}`)
  await expect.poll(async () => (await show()).data.label_prints).toBe(1)
})

test('a label is saved as a file for a printer', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await addConfirmedShipment(page)
  await openDocuments(page, shipment)
  const saving = page.waitForEvent('download')
  await entry(page, 'Label as ZPL, 300 dpi').click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`${shipment.tracking_code}.zpl`)
  const zpl = readFileSync(await file.path(), 'utf8')
  expect(zpl).toContain('^PW1200')
  expect(await scanned(zpl, 12, 'saved')).toContain(`CODE-128:${shipment.tracking_code}`)
})
