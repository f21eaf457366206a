import {
  line,
  type Made,
  makeShipment,
  parcelCard,
  playCamera,
  playScale,
  received,
  scan,
  scanWithoutEnter,
  shownByScale,
  weigh,
} from './station'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** The station of a warehouse, with a scanner that types and a scale that the test plays. */

test.use({ locale: 'en-US' })

/** The frame of a scale for so many grams. */
const digits = (grams: number) => String(grams).padStart(5, '0')

test('a parcel is scanned, weighed, measured and saved by the next scan', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const [first, second] = [await makeShipment(page), await makeShipment(page)]
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
  const row = received(page).filter({ hasText: first.tracking_code })
  await expect(row).toContainText('1.25 kg')
  const [code, undo] = [row.getByText(first.tracking_code), row.getByRole('button', { name: /^Undo/ })]
  const [beside, button] = [await code.boundingBox(), await undo.boundingBox()]
  expect(button?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0) / 2)
  await card.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Scan undone').first()).toBeVisible()
  await expect(received(page).filter({ hasText: second.tracking_code })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Receive it again' }).click()
  await expect(card).toContainText(second.tracking_code)
  await expect(card).toContainText('No weight yet')
})

test('a serial scale gives each parcel a weight of its own', async ({ page }) => {
  await playScale(page)
  await playCamera(page)
  await signIn(page, 'staff', 'atlantico', { to: false })
  const [first, second] = [await makeShipment(page), await makeShipment(page)]
  await page.goto(`${origin('atlantico')}/receiving`)
  const shown = shownByScale(page)
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

  await page.getByRole('button', { name: 'Station', exact: true }).click()
  await page.getByRole('switch', { name: 'Show the camera' }).check({ force: true })
  await page.keyboard.press('Escape')
  const camera = page.getByRole('region', { name: 'Camera', exact: true })
  const width = () => camera.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)
  await expect.poll(width).not.toBe(0)
  await expectAccessible(page)
  await camera.getByRole('button', { name: 'Photograph parcel' }).click()
  await expect(card.getByRole('button', { name: 'New photo' })).toBeVisible()
})

test('the tray on the scale is taken off each weight', async ({ page }) => {
  await playScale(page)
  await signIn(page, 'staff', 'atlantico', { to: false })
  const { tracking_code } = await makeShipment(page)
  await page.goto(`${origin('atlantico')}/receiving`)
  await page.getByRole('button', { name: 'Station', exact: true }).click()
  await page.getByRole('textbox', { name: 'Tare (g)' }).fill('250')
  await page.getByRole('textbox', { name: 'Calibration due' }).fill('2026-01-31')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Tare 0.25 kg')).toBeVisible()
  await expect(page.getByText('Calibration was due on 31/01/2026')).toBeVisible()
  await line(page).fill(tracking_code)
  await page.keyboard.press('Enter')
  const card = parcelCard(page, 'Received')
  await expect(card).toContainText(tracking_code)
  await weigh(page, '00251')
  await expect(shownByScale(page)).toHaveText('Zero')
  await expect(card).toContainText('No weight yet')
  await weigh(page, '01500')
  await expect(card).toContainText('1.25 kg')
})

const PARCELS = 40

/** Two neighbours differ by more than one parcel does on a scale. */
const gramsOf = (at: number) => 1000 + 100 * at

/** The frames of the scale before some parcels have their weight, and the words of the station about them. */
const TROUBLES: Record<number, { shown: string; said: string }[]> = {
  // The parcel before is still on the scale.
  7: [
    { shown: digits(gramsOf(6)), said: 'Take the last parcel off' },
    { shown: digits(0), said: 'Zero' },
  ],
  13: [{ shown: 'IIIII', said: 'In motion' }],
  22: [
    { shown: digits(gramsOf(21)), said: 'Take the last parcel off' },
    { shown: digits(0), said: 'Zero' },
  ],
  31: [{ shown: 'SSSSS', said: 'Overload' }],
}

test('forty parcels come in, each once and with a weight of its own', async ({ page }) => {
  test.slow()
  await playScale(page)
  await signIn(page, 'staff', 'atlantico', { to: false })
  const made: Made[] = []
  for (let at = 0; at < PARCELS; at++) made.push(await makeShipment(page, [gramsOf(at)]))
  await page.goto(`${origin('atlantico')}/receiving`)
  await expect(shownByScale(page)).toHaveText('Waiting for the scale')
  const card = parcelCard(page, 'Received')
  const measures = card.getByRole('status')
  for (const [at, { tracking_code }] of made.entries()) {
    await (at % 2 === 0 ? scanWithoutEnter : scan)(page, tracking_code)
    await expect(card).toContainText(tracking_code)
    // A frame of seven bytes is cut at another place each time.
    const first = 1 + (at % 6)
    for (const { shown, said } of TROUBLES[at] ?? []) {
      await weigh(page, shown, first)
      await expect(shownByScale(page)).toHaveText(said)
      await expect(measures).toHaveText('No weight yet No size yet')
    }
    await weigh(page, digits(gramsOf(at)), first)
    await expect(measures).toHaveText(`${gramsOf(at) / 1000} kg No size yet`)
  }
  await card.getByRole('button', { name: 'Save and next' }).click()
  await expect(card).toHaveCount(0)
  type Row = { tracking_code: string | null; weight_g: number | null; weight_source: string | null }
  const { data } = await call<{ data: Row[] }>(page, 'GET', '/receiving?per_page=100')
  const codes = new Set(made.map((shipment) => shipment.tracking_code))
  const known = data.filter(({ tracking_code }) => tracking_code && codes.has(tracking_code))
  // The newest are first.
  expect(known.map((row) => [row.tracking_code, row.weight_g, row.weight_source]).reverse()).toEqual(
    made.map(({ tracking_code }, at) => [tracking_code, gramsOf(at), 'serial']),
  )
})

test('without a network parcels are scanned and weighed on, and come in by themselves', async ({
  page,
  context,
}) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const [first, second] = [await makeShipment(page), await makeShipment(page)]
  await page.goto(`${origin('atlantico')}/receiving`)
  await expect(line(page)).toBeFocused()
  await context.setOffline(true)
  await line(page).fill(first.tracking_code)
  await page.keyboard.press('Enter')
  const card = parcelCard(page, 'No answer yet')
  await expect(card).toContainText(first.tracking_code)
  await line(page).pressSequentially('1.25 kg', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(card).toContainText('1.25 kg')
  await line(page).fill(second.tracking_code)
  await page.keyboard.press('Enter')
  await expect(card).toContainText(second.tracking_code)
  await expect(page.getByText('2 not sent yet')).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(received(page).filter({ hasText: first.tracking_code })).toContainText('1.25 kg')
  await expect(parcelCard(page, 'Received')).toContainText(second.tracking_code)
  await expect(page.getByText(/not sent yet/i)).toHaveCount(0)
})

test('an unknown parcel is kept and identified later', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const shipment = await makeShipment(page)
  const code = `1Z${Date.now()}`
  await page.goto(`${origin('atlantico')}/receiving`)
  await line(page).fill(code)
  await page.keyboard.press('Enter')
  await parcelCard(page, 'Unknown code').getByRole('button', { name: 'Keep as unidentified' }).click()
  await expect(parcelCard(page, 'Received')).toContainText(code)
  await line(page).fill(code)
  await page.keyboard.press('Enter')
  const known = parcelCard(page, 'Already received')
  await expect(known.getByRole('button', { name: 'It is another parcel' })).toBeVisible()
  await expectAccessible(page)
  const list = page.getByRole('region', { name: 'Received parcels' })
  await list.getByText('Unidentified', { exact: true }).click()
  await received(page).filter({ hasText: code }).getByRole('button', { name: 'Identify' }).click()
  const dialog = page.getByRole('dialog', { name: `Whose is ${code}?` })
  await dialog.getByRole('textbox', { name: 'Code or suite' }).fill(shipment.tracking_code)
  await dialog.getByRole('button', { name: 'Identify' }).click()
  await expect(received(page).filter({ hasText: code })).toHaveCount(0)
})
