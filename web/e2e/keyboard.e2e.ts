import type { Locator, Page } from '@playwright/test'
import { later, takeClock } from './clock'
import { makeTwin } from './company'
import { linksFor } from './emails'
import { administrator, newcomer } from './people'
import { call, expect, origin, PASSWORD, signIn, tabTo, test } from './support'

/** A day's work without a mouse: no call in here points at anything. */

test.use({ locale: 'en-US' })

/** Ctrl+K, part of a name, Enter. */
async function command(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  // The filters of a list, as they close, are a dialog too, but no modal one.
  const palette = page.locator('[role=dialog][aria-modal=true]')
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(text)
  await expect(palette.locator('[data-action][data-selected]')).toContainText(text, { ignoreCase: true })
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
}

test('signs in, creates, filters, keeps the view, cancels two at once and changes the language', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  const name = `Keys ${Date.now()}`
  const address = await administrator(page, 'atlantico', 'Ana Keys')
  await signIn(page, 'staff', 'atlantico', { to: false })
  await call(page, 'POST', '/shipments', { to_name: name, to_city: 'Recife' })
  await page.context().setStorageState({ cookies: [], origins: [] })

  await test.step('sign in', async () => {
    await page.goto(`${origin('atlantico')}/login`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }))
    await page.keyboard.type(address)
    await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await command(page, 'Shipments')
    await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
    await expect(page.locator('[data-row]').first()).toBeVisible()
  })

  await test.step('create a shipment', async () => {
    await tabTo(page, page.getByRole('link', { name: 'New shipment' }))
    await page.keyboard.press('Enter')
    const receiver = page.getByRole('group', { name: 'Recipient', exact: true })
    await expect(receiver).toBeVisible()
    await tabTo(page, receiver.getByRole('combobox', { name: 'Name' }))
    await page.keyboard.type(name)
    await page.keyboard.press('ControlOrMeta+Enter')
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
    await tabTo(page, page.getByRole('menuitem', { name: 'Save view' }), 'ArrowDown')
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
    const bar = page.getByRole('group', { name: 'Bulk actions' })
    await tabTo(page, bar.getByRole('button', { name: 'More actions' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await tabTo(page, page.getByRole('menuitem', { name: 'Cancel shipments' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 shipments?' })
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.keyboard.type('A test')
    await tabTo(page, dialog.getByRole('button', { name: 'Cancel shipments' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 canceled')).toBeVisible()
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

/** Goes there by Tab and presses it. */
async function press(page: Page, target: Locator, key?: 'Shift+Tab' | 'ArrowDown') {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** Goes there by Tab and writes over what stands in it. */
async function write(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('an administrator works on users, rights, settings, flags and the log, and on the own account', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  test.slow()
  const company = await makeTwin('pacific', 'keys')
  await takeClock(page)
  await signIn(page, 'admin', company)

  await test.step('change a user', async () => {
    await command(page, 'Users')
    await expect(heading(page, 'Users')).toBeFocused()
    await page.keyboard.press('/')
    await page.keyboard.type('client2@')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-row]')).toHaveCount(1)
    await press(page, page.locator('[data-row] a').first())
    await press(page, page.getByRole('link', { name: 'Edit' }))
    await write(page, textbox(page, 'Name'), 'Clara Keys')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Clara Keys')).toBeVisible()
  })

  await test.step('make a profile in the matrix', async () => {
    await command(page, 'Profiles')
    await press(page, page.getByRole('link', { name: 'New profile' }))
    await write(page, textbox(page, 'Name'), 'By keys')
    await tabTo(page, page.getByRole('checkbox', { name: 'Shipments: View list' }))
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Records created successfully.')).toBeVisible()
  })

  await test.step('walk the tabs of the settings', async () => {
    await command(page, 'Company settings')
    for (const name of ['Rules', 'E-mails', 'Logo']) {
      await press(page, page.getByRole('link', { name, exact: true }))
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    }
  })

  await test.step('switch a flag, and open and close its group in the menu', async () => {
    await command(page, 'Features')
    await tabTo(page, page.getByRole('switch', { name: 'Packages' }))
    const kept = page.waitForResponse(/\/api\/feature_flags\//)
    await page.keyboard.press('Space')
    await kept
    const group = page.getByRole('button', { name: 'Auxiliary' })
    const entry = page.getByRole('link', { name: 'Packages' })
    await later(page)
    await expect(entry).toBeVisible()
    await press(page, group, 'Shift+Tab')
    await expect(group).toHaveAttribute('aria-expanded', 'false')
    await expect(entry).toBeHidden()
    await page.keyboard.press('Space')
    await expect(entry).toBeVisible()
  })

  await test.step('filter the log', async () => {
    await command(page, 'Audit log')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await press(page, page.getByRole('button', { name: /^Filters/ }))
    await write(page, page.getByRole('combobox', { name: 'Action' }), 'turned on')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/action=enable/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
  })

  await test.step('change the own account', async () => {
    await command(page, 'My account')
    await write(page, textbox(page, 'Job title'), 'Keyboard')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible()
  })
})

test('recovers a password', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  const address = await newcomer(page, 'pacific', 'Lost Key')
  await page.goto(`${origin('pacific')}/login`)
  await press(page, page.getByRole('link', { name: 'Forgot your password?' }))
  await expect(heading(page, 'Reset your password')).toBeVisible()
  await write(page, textbox(page, 'E-mail'), address)
  await page.keyboard.press('Enter')
  await expect.poll(() => linksFor(address, '/password/reset').length).toBe(1)
  await page.goto(linksFor(address, '/password/reset')[0] ?? '')
  await write(page, textbox(page, 'E-mail'), address)
  await write(page, page.getByLabel('New password', { exact: true }), PASSWORD)
  await write(page, page.getByLabel('Confirm new password'), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
})

test('registers as a person', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await page.goto(`${origin('atlantico')}/login`)
  await tabTo(page, page.getByRole('link', { name: 'Create account' }))
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
  await type('Postal code', '50050-000')
  await type('Street', 'Rua da Aurora')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Pernambuco')
  await type('City', 'Recife')
  await type('E-mail', `keys-${Date.now()}@aurora.test`)
  await type('Password', 'a-password')
  await type('Confirm password', 'a-passwort')
  for (const name of ['I accept the terms of use', 'I have read and accept the privacy notice']) {
    await tabTo(page, page.getByRole('checkbox', { name }))
    await page.keyboard.press('Space')
  }
  await tabTo(page, page.getByRole('button', { name: 'Create account' }))
  await page.keyboard.press('Enter')

  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await tabTo(page, summary.getByRole('button', { name: /^Confirm password/ }))
  await page.keyboard.press('Enter')
  await expect(field('Confirm password')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('a-password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Account created!' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})
