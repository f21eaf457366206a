import { planDelivery } from './delivering'
import { expect, expectAccessible, origin, signIn, test } from './support'

/** Parcels that somebody fetches at the counter, and proof that comes later. */

test.use({ locale: 'en-US' })

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('parcels are handed over at the counter, and a signed paper is added later', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const planned = await planDelivery(page, `Rosa ${Date.now()}`)
  await page.goto(`${origin('atlantico')}/shipment-deliveries/${planned.id}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Hand over at the counter' }).click()
  const dialog = page.getByRole('dialog', { name: /Hand over D-/ })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hand over at the counter' }).click()
  const name = dialog.getByRole('textbox', { name: 'Received by' })
  await expect(name).toBeFocused()
  await name.fill('Rosa Lima')
  const photo = { name: 'a.png', mimeType: 'image/png', buffer: PIXEL }
  await dialog.locator('input[type=file]').first().setInputFiles(photo)
  await dialog.getByRole('button', { name: 'Hand over at the counter' }).click()
  await expect(main.getByText('At the counter')).toBeVisible()
  await expect(main.getByText('Rosa Lima').first()).toBeVisible()
  await expect(main.getByRole('img', { name: 'Photo' })).toBeVisible()

  await main.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Add proof' }).click()
  const later = page.getByRole('dialog', { name: /Add proof to D-/ })
  const paper = { ...photo, name: 'receipt.png' }
  await later.locator('input[type=file]').last().setInputFiles(paper)
  await later.getByRole('textbox', { name: 'Note' }).fill('Signed receipt')
  await later.getByRole('button', { name: 'Add proof' }).click()
  await expect(main.getByText('Signed receipt')).toBeVisible()
})
