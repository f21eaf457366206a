import { choose } from './choices'
import { completeForm } from './complete'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Made = { data: { id: string } }

const PDF = { name: 'identity.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a scan') }

test('staff verify a document of a client and replace it with a newer version', async ({ page }) => {
  const at = (path: string) => `${origin('pacific')}${path}`
  await signIn(page, 'admin', 'pacific', { to: false })
  const { data } = await call<{ data: { id: string }[] }>(page, 'GET', '/clients?per_page=1')
  const number = `L-${test.info().project.name}-${Date.now()}`
  await call<Made>(page, 'POST', '/party_documents', {
    owner_type: 'client',
    owner_id: data[0]?.id,
    kind: 'license',
    number,
    expires_on: '2040-05-01',
  })
  await page.goto(at('/party-documents?state=unverified&kind=license&sort=-created_at'))
  const row = page.locator('[data-row]').filter({ hasText: number })
  await expect(row).toContainText('Unverified')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Verify' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The document is verified.')).toBeVisible()
  await expect(row).toBeHidden()

  await page.goto(at('/party-documents?state=verified&kind=license&sort=-created_at'))
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'New version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Number' }).fill(`${number}-2`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.goto(at('/party-documents?state=replaced&kind=license&sort=-created_at'))
  await expect(row).toContainText('Replaced')
})

test('an administrator adds a type of documents, which say when they are deleted', async ({ page }) => {
  const at = (path: string) => `${origin('pacific')}${path}`
  await signIn(page, 'admin', 'pacific', { to: false })
  const name = `Insurance ${test.info().project.name} ${Date.now()}`
  await page.goto(at('/party-documents'))
  await page.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name: 'Types' }).click()
  await expect(page).toHaveURL(/\/party-documents\/types/)
  // A list without records offers it a second time.
  await page.getByRole('link', { name: 'New type' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Kept for (months)' }).fill('24')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  const form = { person_type: 2, document_type: 1, country_id: 238, city: 'Portland', kyc_status: 'ok' }
  const owner = { ...form, name: `Cedar Traders ${Date.now()}` }
  const client = await call<Made>(page, 'POST', '/clients', owner)
  await page.goto(at(`/clients/${client.data.id}?tab=documents`))
  await page.getByRole('button', { name: 'New document' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog, 'Type', name)
  await dialog.getByRole('textbox', { name: 'Expires on' }).fill('05/05/2040')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const document = page.getByRole('listitem').filter({ hasText: name })
  await expect(document).toContainText(/Will be deleted on .*2042/)
  await page.goto(at('/party-documents?sort=-delete_on'))
  await expect(page.locator('[data-row]').filter({ hasText: name })).toContainText(owner.name)
})

test('staff find the document of a shipment, give it a last day and verify it', async ({ page }) => {
  const at = (path: string) => `${origin('pacific')}${path}`
  await signIn(page, 'staff', 'pacific', { to: false })
  await page.goto(at('/shipments'))
  const { data: shipment } = await call<{ data: { id: string; tracking_code: string } }>(
    page,
    'POST',
    '/shipments',
    await completeForm(page),
  )
  const { data: request } = await call<Made>(page, 'POST', '/backoffice/anvisa_solicita', {
    shipment_id: shipment.id,
    category: 'cosmetic',
  })
  await page.goto(at(`/regulatory-requests/${request.id}`))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).click()
  await (await chooser).setFiles(PDF)
  await expect(page.getByRole('link', { name: 'identity.pdf' })).toBeVisible()

  await page.goto(at('/party-documents'))
  await page.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name: 'Shipments' }).click()
  await expect(page).toHaveURL(/\/party-documents\/shipments/)
  await page.goto(at(`/party-documents/shipments?search=${shipment.tracking_code}`))
  const row = page.locator('[data-row]').filter({ hasText: shipment.tracking_code })
  await expect(row).toContainText('Unverified')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change last day' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Expires on' }).fill('05/05/2040')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('2040')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Verify' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The document is verified.')).toBeVisible()
  await expect(row).toContainText('Verified')
})
