import type { Page } from '@playwright/test'
import { linksFor } from './emails'
import { switchOn } from './second-factor'
import { comeBy, socialCompany } from './social'
import { call, expect, expectAccessible, look, origin, PASSWORD, test } from './support'
import { totp } from './totp'

test.use({ locale: 'en-US' })

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Fields that neither the provider nor the postcode fills. */
async function fillRest(page: Page) {
  await field(page, 'Phone').fill('81987654321')
  await field(page, 'Postal code').fill('50050-000')
  await field(page, 'Street').fill('Rua da Aurora')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Pernambuco')
  await field(page, 'City').fill('Recife')
}

const complete = (page: Page) => page.getByRole('button', { name: 'Complete account' }).click()

/** Another day: nobody is signed in with the company, but at the provider still. */
async function leave(page: Page, company: string) {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ domain: new URL(company).hostname })
}

test('somebody new completes an account, and comes straight in the next time, to where they wanted to go', async ({
  page,
}) => {
  const company = await socialCompany()
  const address = `iris-${Date.now()}@aurora.test`
  await page.goto(`${company.origin}/login`)
  await comeBy(page, address)
  await expect(page.getByRole('heading', { level: 1, name: 'Complete account' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expect(field(page, 'Full name')).toHaveValue('Iris Prado')
  await expect(page.getByText(`${address}, confirmed by Acme.`)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Sign-in details' })).toBeHidden()

  await complete(page)
  await expect(page.getByRole('alert')).toContainText('Phone: Required field.')
  await fillRest(page)
  await complete(page)
  await expect(page.getByRole('dialog', { name: 'Account created!' })).toContainText('you are signed in.')
  await expect(page.locator('#main h1')).toBeVisible()

  await leave(page, company.origin)
  await page.goto(`${company.origin}/shipments`)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(page).toHaveURL(`${company.origin}/shipments`)
  await expect(page.locator('#main h1')).toBeVisible()
})

test('an address the provider did not verify is confirmed by e-mail first', async ({ page }) => {
  const company = await socialCompany()
  const address = `unverified-${Date.now()}@aurora.test`
  await page.goto(`${company.origin}/login`)
  await comeBy(page, address)
  await expect(field(page, 'E-mail')).toHaveValue(address)
  await fillRest(page)
  await complete(page)
  await expect(page.getByRole('dialog')).toContainText('Check your e-mail to confirm the account.')
  await expect(page).toHaveURL(/\/login$/)

  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(page.getByRole('alert')).toContainText('Confirm your e-mail first')
  await expect.poll(() => linksFor(address, '/register/validate').length).toBe(1)
  await page.goto(linksFor(address, '/register/validate')[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(page.locator('#main h1')).toBeVisible()
})

test('somebody who has an account links the two with their password', async ({ page }) => {
  const company = await socialCompany()
  await page.goto(`${company.origin}/login`)
  await comeBy(page, `unverified-${Date.now()}@aurora.test`)
  await page.getByRole('link', { name: 'Link my existing account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Link your account' })).toBeVisible()
  await expect(page.getByText('Acme (unverified-')).toBeVisible()
  await field(page, 'E-mail').fill('nobody@aurora.test')
  await field(page, 'Password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription('Incorrect e-mail or password.')
})

test('a provider does not stand in for the second step', async ({ page }) => {
  test.slow()
  const company = await socialCompany()
  const address = `clara-${Date.now()}@aurora.test`
  await page.goto(`${company.origin}/login`)
  await comeBy(page, address)
  await fillRest(page)
  await complete(page)
  await expect(page.locator('#main h1')).toBeVisible()
  // The second step is set up with a password, which an e-mail gives.
  await call(page, 'POST', '/password/email', { email: address })
  await expect.poll(() => linksFor(address, '/password/reset').length).toBe(1)
  const token = linksFor(address, '/password/reset')[0]?.split('/').at(-1)
  const password = { password: PASSWORD, password_confirmation: PASSWORD }
  await call(page, 'POST', '/password/reset', { token, email: address, ...password })
  await leave(page, company.origin)
  await page.goto(`${company.origin}/login`)
  await field(page, 'E-mail').fill(address)
  await field(page, 'Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('#main h1')).toBeVisible()
  const { secret } = await switchOn(page, company.origin)

  await leave(page, company.origin)
  await page.goto(`${company.origin}/shipments`)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(field(page, 'Code')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
  await expectAccessible(page)
  await field(page, 'Code').fill(totp(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${company.origin}/shipments`)
  await expect(page.getByRole('button', { name: /Menu for/ })).toBeVisible()
})

test('whoever turns back at the provider is at the sign-in again, and told so', async ({ page }) => {
  const company = await socialCompany()
  await page.goto(`${company.origin}/login`)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('link', { name: 'Not today' }).click()
  await expect(page.getByRole('alert')).toHaveText('Sign-in was not completed. Please start again.')
  await expect(field(page, 'Password')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('a made-up way back signs nobody in', async ({ page }) => {
  const company = await socialCompany()
  await page.goto(`${company.origin}/login-social?code=made-up&state=made-up`)
  await expect(page).toHaveURL(`${company.origin}/login`)
  await expect(page.getByRole('alert')).toHaveText('Sign-in was not completed. Please start again.')
  await page.goto(`${company.origin}/register-social`)
  await expect(page).toHaveURL(`${company.origin}/login`)
})

test('a provider that does not answer is told of, and the others go on', async ({ page }) => {
  const company = await socialCompany()
  await page.goto(`${company.origin}/login`)
  await page.getByRole('button', { name: 'Continue with Silent' }).click()
  await expect(page.getByRole('alert')).toContainText('Silent is not responding.')
  await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})

test('a company that configured none shows no button', async ({ page }) => {
  await page.goto(`${origin('pacific')}/login`)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
})

test('work that outlived its session goes on once somebody came by a provider in another tab', async ({
  page,
}) => {
  const company = await socialCompany()
  await page.goto(`${company.origin}/login`)
  await comeBy(page, `nina-${Date.now()}@aurora.test`)
  await fillRest(page)
  await complete(page)
  await expect(page.getByRole('button', { name: /Menu for/ })).toBeVisible()
  await page.goto(`${company.origin}/my-account`)
  await field(page, 'Job title').fill('Buyer')
  await page.context().clearCookies({ domain: new URL(company.origin).hostname })
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText('Do you sign in with Acme or Silent?')
  await expectAccessible(page)
  await look(page, 'session over')
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: 'Open sign-in page' }).click()
  const tab = await opened
  await tab.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(tab.getByRole('button', { name: /Menu for/ })).toBeVisible()
  await expect(page.getByText('Data has been saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
})
