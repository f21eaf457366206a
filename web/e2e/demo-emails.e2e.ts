import { expect, expectAccessible, expectReflow, origin, PASSWORD, test } from './support'

test.use({ locale: 'en-US' })

test('whoever tries the demo reads its e-mails there and resets a password by one', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'Using one link ends the others of its user.')
  const address = 'dev@atlantico.test'
  const emails = page.getByRole('listitem').filter({ hasText: address })
  await page.goto(`${origin('atlantico')}/login`)
  await page.getByRole('link', { name: 'Demo: sent e-mails' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Demo: sent e-mails' })).toBeVisible()
  const before = await emails.count()

  await page.goto(`${origin('atlantico')}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByRole('button', { name: 'Recover' }).click()
  await expect(page.getByRole('status').getByText(address)).toBeVisible()
  await page.goto(`${origin('atlantico')}/demo/emails`)
  await expect(async () => {
    await page.reload()
    expect(await emails.count()).toBeGreaterThan(before)
  }).toPass()
  await expectAccessible(page)
  await expectReflow(page)

  await emails.first().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'All e-mails' })).toBeVisible()
  await expectReflow(page)
  await page.frameLocator('iframe').locator('a[href*="/password/reset/"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
