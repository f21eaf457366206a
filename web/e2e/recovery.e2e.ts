import { linksFor } from './emails'
import { expect, expectAccessible, expectReflow, origin, PASSWORD, test } from './support'

test.use({ locale: 'en-US' })

test('a forgotten password is renewed once by the link of an e-mail (AUTH-4)', async ({ page, isMobile }) => {
  // Using one link ends the others of its user, so each project has a user of its own.
  const tenant = isMobile ? 'atlantico' : 'pacific'
  const address = `client2@${tenant}.test`
  const before = linksFor(address, '/password/reset').length
  await page.goto(`${origin(tenant)}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/')
  await expectAccessible(page)
  await expectReflow(page)

  await page.getByRole('textbox', { name: 'E-mail' }).fill(address.toUpperCase())
  await page.getByRole('button', { name: 'Recover' }).click()
  await expect(page.getByRole('status').getByText(address)).toBeVisible()
  await expect.poll(() => linksFor(address, '/password/reset').length).toBeGreaterThan(before)
  const link = linksFor(address, '/password/reset').at(-1) ?? ''
  expect(link).toContain(origin(tenant))

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await expectReflow(page)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill('another')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Confirm new password')).toBeFocused()
  await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription(
    'The passwords do not match.',
  )
  await expectAccessible(page)

  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(link)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await expect(page.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
    'href',
    '/password/reset',
  )

  await page.goto(`${origin(tenant)}/login`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login/)
})
