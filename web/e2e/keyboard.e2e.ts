import type { Page } from '@playwright/test'
import { call, email, expect, origin, PASSWORD, signIn, tabTo, test } from './support'

/** A day's work without a mouse: no call in here points at anything. */

test.use({ locale: 'en-US' })

/** Ctrl+K, part of a name, Enter. */
async function command(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('signs in, creates, filters, keeps the view, cancels two at once and changes the language', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  const name = `Keys ${Date.now()}`
  await signIn(page, 'admin', 'atlantico')
  await call(page, 'POST', '/locale', { locale: 'en' })
  await call(page, 'POST', '/shipments', { to_name: name, to_city: 'Recife' })
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())

  await test.step('sign in', async () => {
    await page.goto(`${origin('atlantico')}/login`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }))
    await page.keyboard.type(email('admin'))
    await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
    await expect(page.locator('[data-row]').first()).toBeVisible()
  })

  await test.step('create a shipment', async () => {
    await tabTo(page, page.getByRole('link', { name: 'New shipment' }))
    await page.keyboard.press('Enter')
    const receiver = page.getByRole('group', { name: 'Receiver', exact: true })
    await expect(receiver).toBeVisible()
    await tabTo(page, receiver.getByRole('textbox', { name: 'Name' }))
    await page.keyboard.type(name)
    await tabTo(page, page.getByRole('button', { name: 'Create shipment' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1, name: /^AT/ })).toBeFocused()
  })

  await test.step('find it and keep the view', async () => {
    await command(page, 'Shipments')
    await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-row]')).toHaveCount(2)
    await tabTo(page, page.getByRole('button', { name: 'Views' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await tabTo(page, page.getByRole('menuitem', { name: 'Save this view' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/view=/)
    await expect(page.getByRole('button', { name })).toBeFocused()
  })

  await test.step('cancel both', async () => {
    for (const count of ['1 selected', '2 selected']) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await expect(page.getByText(count, { exact: true })).toBeVisible()
    }
    await tabTo(page, page.getByRole('button', { name: 'Cancel shipments' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 shipments?' })
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.keyboard.type('A test')
    await tabTo(page, dialog.getByRole('button', { name: 'Cancel shipments' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 cancelled')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('change the language', async () => {
    await command(page, 'Espa')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await command(page, 'English')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('registers as a person', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await page.goto(`${origin('atlantico')}/login`)
  await tabTo(page, page.getByRole('link', { name: 'Create an account' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'General' })).toBeVisible()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const type = async (name: string, text: string) => {
    await tabTo(page, field(name))
    await page.keyboard.type(text)
  }

  await type('Full name', 'Keys Only')
  await type('Date of birth', '01051990')
  await expect(field('Date of birth')).toHaveValue('01/05/1990')
  await type('Phone', '81987654321')
  await expect(field('Phone')).toHaveValue('(81) 98765-4321')
  await type('Postcode', '50050-000')
  await type('Street', 'Rua da Aurora')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Pernambuco')
  await type('City', 'Recife')
  await type('E-mail', `keys-${Date.now()}@aurora.test`)
  await type('Password', 'a-password')
  await type('Password once more', 'a-passwort')
  await page.keyboard.press('Enter')

  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await tabTo(page, summary.getByRole('button', { name: /^Password once more/ }))
  await page.keyboard.press('Enter')
  await expect(field('Password once more')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('a-password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Account created!' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})
