import type { Page } from '@playwright/test'
import { linksFor } from './emails'
import { expect, expectAccessible, origin, settled, test } from './support'

test.use({ locale: 'en-US' })

const SECRET = 'a-password'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function openForm(page: Page, to = '') {
  await page.goto(`${origin('atlantico')}/login${to && `?to=${encodeURIComponent(to)}`}`)
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create new account' })).toBeVisible()
}

/** Fills what everybody is asked for; the postcode brings the state. */
async function fillCommon(page: Page, address: string) {
  await field(page, 'Phone').fill('81987654321')
  await field(page, 'Postal code').fill('50050-000')
  await field(page, 'Street').fill('Rua da Aurora')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Pernambuco')
  await field(page, 'City').fill('Recife')
  await field(page, 'E-mail').fill(address)
  await field(page, 'Password').fill(SECRET)
  await field(page, 'Confirm password').fill(SECRET)
  await page.getByRole('checkbox', { name: 'I accept the terms of use' }).check()
  await page.getByRole('checkbox', { name: 'I have read and accept the privacy notice' }).check()
}

async function logIn(page: Page, address: string) {
  await field(page, 'E-mail').fill(address)
  await field(page, 'Password').fill(SECRET)
  await page.keyboard.press('Enter')
}

test('a company with letters in its CNPJ registers, confirms its address by e-mail and signs in where it wanted to go (AUTH-3)', async ({
  page,
}) => {
  const address = `iris-${Date.now()}@aurora.test`
  await openForm(page, '/calculator?weight=2')
  await page.getByRole('radio', { name: 'Company' }).check()
  await field(page, 'Company name').fill('Aurora Exportadora Ltda')
  await field(page, 'CNPJ').fill('12abc34501de36')
  await expect(field(page, 'CNPJ')).toHaveAccessibleDescription(/^Invalid CNPJ\./)
  await field(page, 'CNPJ').fill('12abc34501de35')
  await expect(field(page, 'CNPJ')).toHaveValue('12.ABC.345/01DE-35')
  await expect(field(page, 'CNPJ')).not.toHaveAccessibleDescription(/Invalid/)
  await field(page, 'State registration (IE)').fill('0321418-40')
  await field(page, 'Contact person').fill('Íris Prado')
  await fillCommon(page, address)
  await page.getByRole('button', { name: 'Create account' }).click()

  const dialog = page.getByRole('dialog', { name: 'Account created!' })
  await expect(dialog).toContainText('Check your e-mail to confirm the account.')
  await expect(page).toHaveURL(/\/login\?to=/)
  const sent = page.getByRole('status').filter({ hasText: 'Check your e-mail' })
  await expect(sent).toContainText(address)
  await expect(field(page, 'E-mail')).toHaveValue(address)
  await expectAccessible(page)

  await logIn(page, address)
  await expect(page.getByRole('alert')).toContainText('Confirm your e-mail first')
  await settled(page)
  await expectAccessible(page)
  await expect.poll(() => linksFor(address, '/register/validate').length).toBe(1)
  await page.getByRole('alert').getByRole('button', { name: 'Resend e-mail' }).click()
  await expect(page.getByText('E-mail sent. Check your inbox.')).toBeVisible()
  await expect.poll(() => linksFor(address, '/register/validate').length).toBe(2)

  const [link = ''] = linksFor(address, '/register/validate')
  expect(link).toContain(origin('atlantico'))
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login\?to=/)
  await expect(page.getByText('E-mail confirmed. You can sign in now.')).toBeVisible()
  await expect(field(page, 'E-mail')).toHaveValue(address)
  await logIn(page, address)
  await expect(page).toHaveURL(/\/calculator/)
  await expect(page.locator('#main h1')).toBeVisible()

  await page.context().setStorageState({ cookies: [], origins: [] })
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
})

test('nobody registers without accepting the terms, which can be read first', async ({ page }) => {
  await openForm(page)
  await field(page, 'Full name').fill('Clara Nunes')
  await field(page, 'Date of birth').fill('01051990')
  await fillCommon(page, `clara-${Date.now()}@aurora.test`)
  const terms = page.getByRole('checkbox', { name: 'I accept the terms of use' })
  await terms.uncheck()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(terms).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
  const reader = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Read the terms of use' }).click()
  await expect((await reader).getByText('Atlântico Courier Ltda.').first()).toBeVisible()
})

test('a person under 18 is refused, and what they typed stays', { tag: '@phone' }, async ({ page }) => {
  await openForm(page)
  await field(page, 'Full name').fill('Too Young')
  await field(page, 'CPF').fill('52998224725')
  await fillCommon(page, `young-${Date.now()}@aurora.test`)
  const year = new Date().getUTCFullYear() - 17
  await field(page, 'Date of birth').fill(`0101${year}`)
  await expect(field(page, 'Date of birth')).toHaveAccessibleDescription('You must be at least 18 years old.')
  await page.getByRole('button', { name: 'Create account' }).click()

  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Date of birth: You must be at least 18 years old.')
  await summary.getByRole('button', { name: /^Date of birth/ }).click()
  await expect(field(page, 'Date of birth')).toBeFocused()
  await expect(field(page, 'CPF')).toHaveValue('529.982.247-25')
})

test('what the server refuses is shown at the top of the page', async ({ page }) => {
  await openForm(page)
  await field(page, 'Full name').fill('Clara Twice')
  await field(page, 'Date of birth').fill('01051990')
  // Ours takes it for an address, the server does not.
  await fillCommon(page, 'clara@.aurora.test')
  const answer = page.waitForResponse(/\/api\/register$/)
  await page.getByRole('button', { name: 'Create account' }).click()
  expect((await answer).status()).toBe(422)
  await expect(page.getByRole('alert')).toContainText('E-mail:')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('fields come and go with the kind of client and its country', { tag: '@phone' }, async ({ page }) => {
  await openForm(page)
  await expect(field(page, 'CPF')).toBeVisible()
  await expect(field(page, 'Date of birth')).toBeVisible()
  await page.getByRole('radio', { name: 'Company' }).check()
  await expect(field(page, 'Date of birth')).toBeHidden()
  await expect(field(page, 'Trading name')).toBeVisible()
  await expect(field(page, 'State registration (IE)')).toBeVisible()

  await page.getByRole('combobox', { name: 'Country', exact: true }).click()
  await page.getByRole('option', { name: 'Portugal' }).click()
  await expect(field(page, 'State registration (IE)')).toBeHidden()
  await expect(field(page, 'Tax ID')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Country code: Phone' })).toHaveValue('PT')
})

test('a postcode nobody knows empties the address and says so', async ({ page }) => {
  await openForm(page)
  await field(page, 'Street').fill('Rua da Aurora')
  await field(page, 'Postal code').fill('00000-000')
  await field(page, 'City').fill('Recife')
  await expect(page.getByRole('status')).toHaveText('Postal code not found.')
  await expect(field(page, 'Street')).toHaveValue('')
})
