import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

test('an administrator adds a package, changes it and stops offering it', { tag: '@phone' }, async ({
  page,
}) => {
  const code = `BX${Date.now().toString(36).toUpperCase()}`
  await signIn(page, 'admin', 'atlantico', { to: false })
  await page.goto(`${origin('atlantico')}/auxiliar/packages`)
  await expect(page.getByText('CX-P', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'New package' }).first().click()
  await page.getByRole('button', { name: 'Save package' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription('Required field.')
  await page.getByRole('textbox', { name: 'Code' }).fill('ENV')
  await page.getByRole('textbox', { name: 'Name (Português' }).fill('Caixa de vinho')
  await page.getByRole('textbox', { name: 'Length' }).fill('35')
  await page.getByRole('button', { name: 'Save package' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/taken|already/i)
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Save package' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(`${origin('atlantico')}/auxiliar/packages?search=${code}`)
  await page.locator('[data-row]').filter({ hasText: code }).locator('[data-row-link]').first().click()
  await expect(page.getByRole('textbox', { name: 'Length' })).toHaveValue('35')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Maximum weight' }).fill('12')
  await page.getByRole('button', { name: 'Save package' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()

  await page.goto(`${origin('atlantico')}/auxiliar/packages?search=${code}`)
  await expect(page.getByText('12 kg')).toBeVisible()
  await page.locator('[data-row]').filter({ hasText: code }).locator('[data-row-link]').first().click()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
  await expectReflow(page)
})

test('an administrator deletes a package that was changed and brings it back (SUP-6)', {
  tag: '@phone',
}, async ({ page }) => {
  const code = `EX${Date.now().toString(36).toUpperCase()}`
  await signIn(page, 'admin', 'atlantico', { to: false })
  const form = { code, title_locale: { pt: 'Caixa antiga' }, package_type: 'box', tare_g: 0 }
  const { data } = await call<{ data: { id: string; version: number } }>(page, 'POST', '/packages', form)
  await call(page, 'PATCH', `/packages/${data.id}`, { version: data.version, length_mm: 300 })

  await page.goto(`${origin('atlantico')}/auxiliar/packages?search=${code}`)
  const row = page.locator('[data-row]').filter({ hasText: code })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('can be restored')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Data has been deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  await expect(row).toBeVisible()
  await row.locator('[data-row-link]').first().click()
  await expect(page.getByRole('main').getByText('Deleted', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await page.goto(`${origin('atlantico')}/auxiliar/packages?search=${code}`)
  await expect(row).toBeVisible()
})
