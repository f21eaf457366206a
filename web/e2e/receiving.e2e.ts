import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** The station of a warehouse, with a scanner that types and a scale that the test plays. */

test.use({ locale: 'en-US' })

type Made = { id: string; tracking_code: string }

const make = async (page: Page, parcels = 1) => {
  const parcel = { length_mm: 300, width_mm: 200, height_mm: 100, weight_g: 1000 }
  const form = await completeForm(page, { parcels: Array.from({ length: parcels }, () => parcel) })
  return (await call<{ data: Made }>(page, 'POST', '/shipments', form)).data
}

const line = (page: Page) => page.getByRole('textbox', { name: 'Code, weight or size' })
const parcelCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const received = (page: Page) => page.getByRole('region', { name: 'Received parcels' }).getByRole('listitem')

/** A scale at the serial port: `weigh` sends what it shows. */
async function playScale(page: Page) {
  await page.addInitScript(() => {
    const started: ReadableStreamDefaultController<Uint8Array>[] = []
    const port = {
      readable: null as ReadableStream<Uint8Array> | null,
      async open() {
        port.readable = new ReadableStream({ start: (controller) => void started.push(controller) })
      },
      async close() {},
    }
    const serial = { getPorts: async () => [port], requestPort: async () => port }
    Object.defineProperty(navigator, 'serial', { value: serial })
    Object.assign(window, {
      weigh: (frame: string) => started.at(-1)?.enqueue(new TextEncoder().encode(frame)),
    })
  })
}

const weigh = (page: Page, grams: string) =>
  page.evaluate(
    (frame) => (window as unknown as { weigh(frame: string): void }).weigh(frame),
    `\u0002${grams}\u0003`,
  )

test('a parcel is scanned, weighed, measured and saved by the next scan', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const [first, second] = [await make(page), await make(page)]
  await page.goto(`${origin('atlantico')}/receiving`)
  await expect(line(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(first.tracking_code)
  await page.keyboard.press('Enter')
  const card = parcelCard(page, 'Received')
  await expect(card).toContainText(first.tracking_code)
  await expect(card).toContainText('No weight yet')
  await line(page).pressSequentially('1.25 kg', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(card).toContainText('1.25 kg')
  await expect(card).toContainText('typed')
  await line(page).pressSequentially('31x20x10')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('31 × 20 × 10')
  await expectAccessible(page)
  await expectReflow(page)
  await line(page).pressSequentially(second.tracking_code)
  await page.keyboard.press('Enter')
  await expect(card).toContainText(second.tracking_code)
  await expect(received(page).filter({ hasText: first.tracking_code })).toContainText('1.25 kg')
  await card.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Scan undone').first()).toBeVisible()
  await expect(received(page).filter({ hasText: second.tracking_code })).toHaveCount(0)
})

test('a serial scale gives each parcel a weight of its own', async ({ page }) => {
  await playScale(page)
  await signIn(page, 'staff', 'atlantico', { to: false })
  const [first, second] = [await make(page), await make(page)]
  await page.goto(`${origin('atlantico')}/receiving`)
  const shown = page.getByRole('status', { name: 'Scale' })
  await expect(shown).toHaveText('Waiting for the scale')
  await line(page).fill(first.tracking_code)
  await page.keyboard.press('Enter')
  const card = parcelCard(page, 'Received')
  await expect(card).toContainText(first.tracking_code)
  await weigh(page, '01250')
  await expect(card).toContainText('1.25 kg')
  await line(page).fill(second.tracking_code)
  await page.keyboard.press('Enter')
  await expect(card).toContainText(second.tracking_code)
  await weigh(page, '01250')
  await expect(shown).toHaveText('Take the last parcel off')
  await expect(card).toContainText('No weight yet')
  await weigh(page, '00000')
  await weigh(page, '02500')
  await expect(card).toContainText('2.5 kg')
})

test('an unknown parcel is kept and identified later', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await make(page)
  const code = `1Z${Date.now()}`
  await page.goto(`${origin('atlantico')}/receiving`)
  await line(page).fill(code)
  await page.keyboard.press('Enter')
  await parcelCard(page, 'Unknown code').getByRole('button', { name: 'Keep as unidentified' }).click()
  await expect(parcelCard(page, 'Received')).toContainText(code)
  await page.getByText('Unidentified', { exact: true }).click()
  await received(page).filter({ hasText: code }).getByRole('button', { name: 'Identify' }).click()
  const dialog = page.getByRole('dialog', { name: `Whose is ${code}?` })
  await dialog.getByRole('textbox', { name: 'Shipment code' }).fill(shipment.tracking_code)
  await dialog.getByRole('button', { name: 'Identify' }).click()
  await expect(received(page).filter({ hasText: code })).toHaveCount(0)
})
