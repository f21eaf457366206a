import { expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Reports: totals, groups, rows that lead to their records, and files. */

test.use({ locale: 'en-US' })

test('a report has totals and groups, and its rows lead to their records', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  await page.goto(`${origin('atlantico')}/reports/shipments`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Shipments', exact: true })).toBeVisible()
  const totals = main.getByRole('region', { name: 'Totals', exact: true })
  await expect(totals.getByText('Parcels', { exact: true })).toBeVisible()
  await main.getByRole('combobox', { name: 'Group by', exact: true }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Status', exact: true }).click()
  await expect(page).toHaveURL(/group_by=status/)
  await expect(main.getByRole('heading', { level: 2, name: /Status/ })).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
  const link = main.locator('[data-row] [data-row-link]').first()
  const code = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
})

test('rows of parcels are of the same shipments, and an address says everything', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  await page.goto(`${origin('atlantico')}/reports/detailed_shipments`)
  const main = page.getByRole('main')
  await expect(main.locator('[data-row]').first()).toBeVisible()
  await main.getByText('Parcels', { exact: true }).first().click()
  await expect(page).toHaveURL(/rows=parcels/)
  await page.reload()
  await expect(main.getByText('Parcel', { exact: true }).first()).toBeVisible()
})

test('costs are only there for those who may see them', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  await page.goto(`${origin('atlantico')}/reports/financial`)
  const main = page.getByRole('main')
  await expect(main.getByText('Wallets', { exact: true }).first()).toBeVisible()
  await expect(main.getByText('Margins', { exact: true })).toHaveCount(0)
  await signIn(page, 'admin', 'atlantico', { to: false })
  await page.goto(`${origin('atlantico')}/reports/financial`)
  await expect(main.getByText('Margins', { exact: true })).toBeVisible()
})

test('a report becomes a file in the background', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  await page.goto(`${origin('atlantico')}/reports/shipments?from=2020-01-01`)
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export report' })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await saved).suggestedFilename()).toMatch(/^shipments-2020-01-01_.+\.csv$/)
})
