import type { Page } from '@playwright/test'
import { pressVerb } from './bulk'
import { completeForm } from './complete'
import { linksFor } from './emails'
import { newClient } from './money'
import { invite, newcomer, PICTURE } from './people'
import { call, enter, expect, expectAccessible, origin, PASSWORD, signIn, test } from './support'

test.use({ locale: 'en-US' })
test.skip(({ isMobile }) => isMobile, 'one person changes one account')

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Somebody whom no other test is. */
async function start(page: Page, address: string, path = '/shipments') {
  const host = origin(address.includes('@atlantico') ? 'atlantico' : 'pacific')
  await page.goto(`${host}/healthz`)
  await enter(page, address)
  await page.goto(`${host}${path}`)
}

test('somebody tells who they are, with a picture, and reads the product in another language (ACC-2)', async ({
  page,
}) => {
  await start(page, await newcomer(page, 'atlantico', 'Lia Costa'))
  await page.getByRole('button', { name: /Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeFocused()

  const opener = page.locator('header [aria-haspopup=menu] img')
  await expect(opener).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose picture' }).click()
  await (await chooser).setFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('Choose a JPEG, PNG or WebP image.')).toBeVisible()
  const again = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose picture' }).click()
  await (await again).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(opener).toBeVisible()

  await field(page, 'Job title').fill('Buyer')
  await field(page, 'WhatsApp').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'WhatsApp' })
  await expect(summary).toBeFocused()
  await field(page, 'WhatsApp').fill('2125550100')
  await field(page, 'Fax').fill('2125550101')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Español' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const reload = page.getByRole('dialog', { name: 'Language changed' })
  await expect(reload).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reload).toBeVisible()
  await expectAccessible(page)
  await reload.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible()
  await expect(field(page, 'Cargo')).toHaveValue('Buyer')
  await expect(field(page, 'Fax')).toHaveValue(/0101$/)

  await page.getByRole('link', { name: 'Actividad' }).click()
  await expect(page.locator('[data-row]').filter({ hasText: 'Cargo' }).first()).toContainText('Buyer')

  await page.getByRole('link', { name: 'General' }).click()
  await page.getByRole('button', { name: 'Quitar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(opener).toHaveCount(0)
})

test('what is typed is not lost by going to another section', async ({ page }) => {
  await start(page, 'dev@pacific.test', '/my-account')
  await field(page, 'Job title').fill('Half typed')
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You sign in with dev@pacific.test')).toBeVisible()
  await page.getByRole('link', { name: 'General' }).click()
  await expect(field(page, 'Job title')).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Job title')).toHaveValue('')
})

test('another device is signed out, the password renewed, and the address changed by e-mail', async ({
  page,
  somebodyElse,
}) => {
  test.slow()
  const other = await somebodyElse({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0' })
  const old = await newcomer(page, 'pacific', 'Rui Prado')
  await start(other, old)
  await start(page, old, '/my-account/security')

  const device = page.getByRole('listitem').filter({ hasText: 'Firefox 145 on Linux' })
  await device.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Office')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Office' })).toContainText('Firefox 145 on Linux')
  await page.getByRole('button', { name: 'Sign out of Office' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  // While the question stands, no list is there to look at.
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Office' })).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL(/login/)

  const password = page.locator('form').filter({ hasText: 'Change password' })
  await password.getByLabel('Current password').fill('not-it')
  await password.getByLabel('New password', { exact: false }).first().fill('a-new-one')
  await password.getByLabel('Confirm new password').fill('a-new-one')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByRole('alert')).toContainText('Current password is incorrect.')
  await password.getByLabel('Current password').fill(PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. All other devices are signed out.')).toBeVisible()

  const address = `clara-${Date.now()}@pacific.test`
  const mail = page.locator('form').filter({ hasText: 'Send link' })
  await mail.getByLabel('New e-mail').fill(address)
  await mail.getByLabel('Current password').fill('a-new-one')
  await mail.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Waiting for confirmation of ${address}`)).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => linksFor(address, '/my-account/email').length).toBe(1)
  await page.goto(linksFor(address, '/my-account/email')[0] ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`You sign in with ${address}`)).toBeVisible()
})

test('addresses are kept, filled by their postcode, and one of them is the default', async ({ page }) => {
  await start(page, await newcomer(page, 'atlantico', 'Davi Lima'), '/my-account/addresses')
  await expect(page.getByText('No addresses yet')).toBeVisible()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save', exact: true })

  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(field(page, 'Name')).toBeFocused()
  await save.click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await field(page, 'Name').fill('Home')
  await field(page, 'Postal code').fill('01310-100')
  await field(page, 'Street').focus()
  await expect(dialog.getByRole('combobox', { name: 'State' })).toHaveValue('São Paulo')
  await field(page, 'Street').fill('Avenida Paulista')
  await field(page, 'Number').fill('1578')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(dialog.getByText('Draft restored')).toBeVisible()
  await expect(field(page, 'Number')).toHaveValue('1578')
  await field(page, 'City').fill('São Paulo')
  await save.click()
  const item = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(item('Home')).toContainText('Default')
  // The state has the name of the city, and is not said twice.
  await expect(item('Home')).toContainText('01310-100 São Paulo')
  await expect(item('Home')).not.toContainText('São Paulo, São Paulo')

  await page.getByRole('button', { name: 'Add address' }).click()
  await field(page, 'Name').fill('Warehouse')
  await dialog.getByRole('combobox', { name: 'Country', exact: true }).fill('Portugal')
  await page.getByRole('option', { name: 'Portugal' }).click()
  await field(page, 'Postal code').fill('1100-148')
  await field(page, 'Street').fill('Praça do Comércio')
  await expect(dialog.getByRole('combobox', { name: 'State' })).toHaveValue('Lisboa')
  await expect(field(page, 'City')).toHaveValue('Lisboa')
  await save.click()
  await page.getByRole('button', { name: 'Make default: Warehouse' }).click()
  await expect(item('Warehouse')).toContainText('Default')
  await expect(page.getByRole('button', { name: 'Make default: Home' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit Home' }).click()
  await field(page, 'Apt, suite').fill('Sala 2')
  await save.click()
  await expect(item('Home')).toContainText('1578, Sala 2')
  await page.getByRole('button', { name: 'Delete Warehouse' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(item('Warehouse')).toHaveCount(0)
  await expect(item('Home')).toContainText('Default')
})

test('a client keeps its contact data and address current, and staff are told', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const name = `Harbor Crafts ${crypto.randomUUID().slice(0, 8)}`
  const client = await newClient(page, name)
  const address = await invite(page, 'pacific', 'Ada Reed', { user_type: 30, client_id: client })
  await page.context().setStorageState({ cookies: [], origins: [] })
  await start(page, address, '/my-account')
  await page.getByRole('link', { name: 'Client details' }).click()
  await expect(field(page, 'Company name')).toHaveValue(name)
  await expect(field(page, 'Company name')).not.toBeEditable()
  await expect(page.getByRole('link', { name: 'Ask for a correction' })).toBeVisible()

  const contact = page.getByRole('group', { name: 'Contact' })
  await contact.getByRole('textbox', { name: 'E-mail' }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'E-mail' })).toBeFocused()
  await contact.getByRole('textbox', { name: 'E-mail' }).fill('office@harbor.test')
  await page.getByRole('combobox', { name: 'Country', exact: true }).fill('Portugal')
  await page.getByRole('option', { name: 'Portugal' }).click()
  // A number without a code is one of the country of the address.
  await contact.getByRole('textbox', { name: 'Phone' }).fill('213456789')
  await field(page, 'Postal code').fill('1100-148')
  await field(page, 'Street').fill('Praça do Comércio')
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Lisboa' }).click()
  await field(page, 'City').fill('Lisboa')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. We have been notified.')).toBeVisible()
  await page.reload()
  await expect(field(page, 'City')).toHaveValue('Lisboa')
  await expectAccessible(page)

  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/notifications`)
  await expect(page.getByText(`${name} changed its contact data or address`).first()).toBeVisible()
})

test('a client invites a colleague, withdraws another, and deactivates who left', async ({ page }) => {
  await start(page, await newcomer(page, 'pacific', 'Noa Field'), '/my-account')
  await page.getByRole('link', { name: 'Colleagues' }).click()
  const mark = crypto.randomUUID().slice(0, 8)
  const send = page.getByRole('button', { name: 'Send invitation' })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Full name' })).toBeFocused()

  const [stays, goes] = [`pia.${mark}@harbor.test`, `ole.${mark}@harbor.test`]
  for (const email of [stays, goes]) {
    await field(page, 'Full name').fill(`Person ${email.slice(0, 3)} ${mark}`)
    await field(page, 'E-mail').fill(email)
    await send.click()
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Invited')
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: `Withdraw the invitation of Person ole ${mark}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: goes })).toHaveCount(0)

  await expect.poll(() => linksFor(stays, '/invitation').length, { timeout: 15_000 }).toBe(1)
  const token = linksFor(stays, '/invitation')[0]?.split('/').at(-1)
  await call(page, 'POST', '/invitation/accept', {
    token,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  })
  await page.reload()
  const joined = page.getByRole('listitem').filter({ hasText: stays })
  await expect(joined).toBeVisible()
  await expect(joined).not.toContainText('Invited')

  await page.getByRole('button', { name: `Deactivate Person pia ${mark}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(joined).toContainText('Inactive')
  await expect(page.getByRole('button', { name: `Deactivate Person pia ${mark}` })).toHaveCount(0)
})

test('somebody exports the own data and downloads the file', async ({ page }) => {
  await start(page, await newcomer(page, 'pacific', 'Eli Stone'), '/my-account')
  await page.getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('button', { name: 'Export my data' }).click()
  await expect(page.getByText('Export started. We’ll e-mail you when the file is ready.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'View processes' }).click()
  const process = page.getByRole('main').getByText('Export of your data').first()
  await expect(process).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/^my-data-.*\.zip$/)
      .first(),
  ).toBeVisible({ timeout: 15_000 })
})

test('somebody asks for the deletion of the account, and keeps it after all', async ({ page }) => {
  await start(page, await newcomer(page, 'pacific', 'Ivo Lund'), '/my-account/privacy')
  const section = page.getByRole('group', { name: 'Delete account' })
  await expect(section.getByText(/^Invoices, payments, customs papers/)).toBeVisible()
  await section.getByLabel('Current password').fill('guess')
  await section.getByRole('button', { name: 'Request deletion' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Current password' })).toBeFocused()
  await section.getByLabel('Current password').fill(PASSWORD)
  await section.getByRole('button', { name: 'Request deletion' }).click()
  await expect(section.getByText('Your account will be deleted on')).toBeVisible()
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Keep my account' }).click()
  await expect(section.getByRole('button', { name: 'Request deletion' })).toBeVisible()
})

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('who switched a notice off is not told, and finds the labels nevertheless', async ({ page }) => {
  const address = await newcomer(page, 'pacific', 'Nina Reis')
  await start(page, address, '/my-account/notifications')
  const labels = page
    .getByRole('group', { name: 'In the app' })
    .getByRole('switch', { name: 'Labels are ready' })
  await expect(labels).toBeChecked()
  await expect(page.getByRole('switch', { name: /audit log/ })).toHaveCount(0)
  await expect(page.getByText(/sign-ins are always sent to protect your account/)).toBeVisible()
  await expectAccessible(page)

  const name = `Told ${Date.now()}`
  for (const city of ['Austin', 'Boston'])
    await call(page, 'POST', '/shipments', await completeForm(page, { to_name: name, to_city: city }))
  const print = async (isTold: boolean) => {
    await page.goto(`${origin('pacific')}/shipments?search=${name}`)
    for (const row of [0, 1]) await page.locator('[data-row-check]').nth(row).check()
    await pressVerb(page, 'Print labels')
    const dialog = page.getByRole('dialog', { name: 'Print labels for 2 shipments' })
    await dialog.getByRole('button', { name: 'Print labels' }).click()
    // It opens by itself: its button may be under it already.
    const drawer = page.getByRole('dialog', { name: 'Processes' })
    if (isTold) await expect(toasts(page).getByText('Labels ready')).toBeVisible()
    await expect(drawer.getByRole('link', { name: /Download/ })).toBeVisible()
    await drawer.getByRole('button', { name: 'Clear completed' }).click()
    await expect(drawer.getByText('No processes')).toBeVisible()
  }
  await print(true)
  await page.goto(`${origin('pacific')}/my-account/notifications`)
  const kept = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && /account-notifications/.test(response.url()),
  )
  await labels.click()
  await kept
  await expect(labels).not.toBeChecked()
  await page.reload()
  await expect(labels).not.toBeChecked()
  await print(false)
  await expect(toasts(page).getByText('Labels ready')).toHaveCount(0)
  await page.goto(`${origin('pacific')}/notifications`)
  await expect(page.getByText('No notifications')).toBeVisible()
})
