import type { Page } from '@playwright/test'
import { choose } from './choices'
import { completeForm } from './complete'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Made = { data: { id: string; tracking_code: string } }

const at = (path: string) => `${origin('pacific')}${path}`
const PDF = { name: 'identity.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a scan') }

/** The staff's page, in English, with a new shipment. */
async function shipment(page: Page) {
  await signIn(page, 'staff', 'pacific', { to: false })
  await page.goto(at('/shipments'))
  return (await call<Made>(page, 'POST', '/shipments', await completeForm(page))).data
}

const FIELDS = {
  category: 'cosmetic',
  subject_code: '90295',
  patient: 'Íris Prado',
  cpf: '52998224725',
  product: 'Sun cream',
  quantity: '2 tubes',
}

test('staff open the request of a shipment, complete it, send it and take it back', async ({ page }) => {
  const { id, tracking_code } = await shipment(page)
  await page.goto(at(`/shipments/${id}`))
  await page.getByRole('button', { name: 'Regulatory request…' }).click()
  await expect(page.getByRole('heading', { level: 1, name: tracking_code })).toBeVisible()
  await choose(page, 'Category', 'Cosmetic')
  await page.getByRole('textbox', { name: 'Subject code' }).fill('90295')
  await page.getByRole('textbox', { name: 'Product' }).fill('Sun cream')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2 tubes')
  await page.getByRole('textbox', { name: 'Patient' }).fill('Íris Prado')
  await page.getByRole('textbox', { name: 'CPF' }).fill('52998224725')
  await page.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()
  // The page stays, and takes the next change.
  await page.getByRole('textbox', { name: 'Quantity' }).fill('3 tubes')
  const saved = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && answer.url().includes('/anvisa_solicita/'),
  )
  await page.getByRole('button', { name: 'Save request' }).click()
  expect((await saved).status()).toBe(200)
  const request = page.getByRole('button', { name: 'Submit', exact: true })
  await expect(request).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Identity document').first()).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).click()
  await (await chooser).setFiles(PDF)
  await expect(page.getByRole('link', { name: 'identity.pdf' })).toBeVisible()
  await expectAccessible(page)
  await request.click()
  await expect(page.getByText(`The request for shipment ${tracking_code} was submitted.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`The request for shipment ${tracking_code} was canceled.`)).toBeVisible()
  await page.goto(at(`/shipments/${id}`))
  await expect(page.getByRole('region', { name: 'Regulatory request' })).toContainText('Not submitted')
})

test('a change of many tells what became of each', async ({ page }) => {
  const first = await shipment(page)
  const form = await completeForm(page)
  const second = (await call<Made>(page, 'POST', '/shipments', form)).data
  for (const { id } of [first, second]) {
    await call(page, 'POST', '/backoffice/anvisa_solicita', { shipment_id: id, ...FIELDS })
  }
  await page.goto(at('/regulatory-requests?sort=-created_at'))
  for (const { tracking_code } of [first, second]) {
    await page.getByRole('checkbox', { name: new RegExp(tracking_code) }).check()
  }
  const bar = page.getByRole('group', { name: 'Bulk actions' })
  // Verbs that find no room stand in a menu.
  await bar
    .getByRole('button', { name: /^(Mark as done|Actions|More actions)$/ })
    .last()
    .click()
  const folded = page.getByRole('menuitem', { name: 'Mark as done' })
  const dialog = page.getByRole('dialog', { name: 'Mark 2 requests as done?' })
  await expect(folded.or(dialog)).toBeVisible()
  if (await folded.isVisible()) await folded.click()
  await dialog.getByRole('button', { name: 'Mark as done' }).click()
  const report = page.getByRole('dialog', { name: 'Result' })
  await expect(report.getByRole('status')).toHaveText('2 changed')
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(report).toBeHidden()
})

test('the menu of a shipment says why its request cannot be sent', async ({ page }) => {
  const { id, tracking_code } = await shipment(page)
  await call(page, 'POST', '/backoffice/anvisa_solicita', { shipment_id: id, ...FIELDS })
  await page.goto(at(`/shipments?search=${tracking_code}`))
  await page.getByRole('button', { name: `Actions for ${tracking_code}` }).click()
  const request = page.getByRole('menuitem', { name: /^Submit regulatory request/ })
  await expect(request).toHaveAttribute('aria-disabled', 'true')
  await expect(request).toContainText('checklist is incomplete')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: /^Mark regulatory request/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByText(`The request for shipment ${tracking_code} was marked as done.`)).toBeVisible()
})

test('the menu of a row offers what the request allows (REG-1) @phone', async ({ page }) => {
  const { id, tracking_code } = await shipment(page)
  await call(page, 'POST', '/backoffice/anvisa_solicita', { shipment_id: id, ...FIELDS })
  await page.goto(at(`/regulatory-requests?search=${tracking_code}`))
  await page.getByRole('button', { name: `Actions for ${tracking_code}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Open shipment' })).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('menuitem', { name: /^Submit/ })).toContainText('checklist is incomplete')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Mark as done' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByText(`The request for shipment ${tracking_code} was marked as done.`)).toBeVisible()
  // An action that its status excludes is not offered (REG-1).
  await page.getByRole('button', { name: `Actions for ${tracking_code}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Open shipment' })).toBeVisible()
  for (const name of ['Mark as done', 'Cancel']) {
    await expect(page.getByRole('menuitem', { name, exact: true })).toHaveCount(0)
  }
})
