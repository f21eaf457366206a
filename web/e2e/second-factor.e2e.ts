import type { Page } from '@playwright/test'
import { newcomer } from './people'
import { switchOn } from './second-factor'
import { call, expect, expectAccessible, origin, PASSWORD, signIn, test } from './support'
import { totp } from './totp'

test.use({ locale: 'en-US' })
test.skip(({ isMobile }) => isMobile, 'one person changes one account')

async function typePassword(page: Page, address: string) {
  await page.goto(`${origin('pacific')}/login`)
  await page.locator('input[type=email]').fill(address)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('a code is asked for after the password, and a recovery code stands in for it', async ({ page }) => {
  test.slow()
  const address = await newcomer(page, 'pacific', 'Leo Duarte')
  await typePassword(page, address)
  await expect(page.locator('#main h1')).toBeVisible()
  const { secret, codes } = await switchOn(page)

  await page.context().clearCookies()
  await typePassword(page, address)
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page)
  await code.fill('000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(totp(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Menu for/ })).toBeVisible()

  await page.context().clearCookies()
  await typePassword(page, address)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByRole('textbox', { name: 'Recovery code' })
  await expect(recovery).toBeFocused()
  await recovery.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Menu for/ })).toBeVisible()
  await page.goto(`${origin('pacific')}/my-account/security`)
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()

  // Over what somebody was typing when the session ended.
  await page.goto(`${origin('pacific')}/my-account`)
  await page.getByRole('textbox', { name: 'Job title' }).fill('Buyer')
  await page.context().clearCookies()
  // The question may be asked already: a call of the page itself can come first.
  await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const password = dialog.getByLabel('Password', { exact: true })
  await password.fill(PASSWORD)
  await expect(password).toHaveValue(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(totp(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Data has been saved.')).toBeVisible()

  await page.goto(`${origin('pacific')}/my-account/security`)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Code', exact: true })
    .fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not turned on.')).toBeVisible()
})

test('an administrator switches the second step of another user off', async ({ page, somebodyElse }) => {
  const address = await newcomer(page, 'pacific', 'Rita Moura')
  await typePassword(page, address)
  await expect(page.locator('#main h1')).toBeVisible()
  await switchOn(page)
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific')
  const found = await call<{ data: { id: string }[] }>(admin, 'GET', `/users?search=${address}`)
  await admin.goto(`${origin('pacific')}/users/${found.data[0]?.id}`)
  await expect(admin.locator('dl > div').filter({ hasText: 'Two-factor authentication' })).toContainText('On')
  await admin.getByRole('button', { name: 'Turn off two-factor authentication' }).click()
  await expectAccessible(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Turn off two-factor authentication' }).click()
  await expect(admin.locator('dl > div').filter({ hasText: 'Two-factor authentication' })).toContainText(
    'Off',
  )
  await page.context().clearCookies()
  await typePassword(page, address)
  await expect(page.getByRole('button', { name: /Menu for/ })).toBeVisible()
})
