import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Made = { data: { id: string } }

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
