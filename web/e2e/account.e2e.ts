import type { Page } from '@playwright/test'
import { linksFor } from './letters'
import { newcomer } from './people'
import { call, expect, expectAccessible, origin, PASSWORD, test } from './support'

test.use({ locale: 'en-US' })
test.skip(({ isMobile }) => isMobile, 'one person changes one account')

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Somebody whom no other test is. */
async function enter(page: Page, address: string, password = PASSWORD) {
  await page.goto(`${at(address)}/login`)
  await page.locator('input[type=email]').fill(address)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.locator('#main h1')).toBeVisible()
  await call(page, 'POST', '/locale', { locale: 'en' })
  await page.goto(`${at(address)}/shipments`)
}

const at = (address: string) => origin(address.includes('@atlantico') ? 'atlantico' : 'pacific')

/** Three by two pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAD0lEQVR4nGNgiFoARXAWADbsBd1oR1BSAAAAAElFTkSuQmCC',
  'base64',
)

test('somebody tells who they are, with a picture, and reads the product in another language', async ({
  page,
}) => {
  await enter(page, await newcomer(page, 'atlantico', 'Lia Costa'))
  await page.getByRole('button', { name: /Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeFocused()

  const opener = page.locator('header [aria-haspopup=menu] img')
  await expect(opener).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await chooser).setFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('This is not a JPEG, PNG or WebP picture.')).toBeVisible()
  const again = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await again).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(opener).toBeVisible()

  await field(page, 'Position').fill('Buyer')
  await field(page, 'WhatsApp').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'WhatsApp' })
  await expect(summary).toBeFocused()
  await field(page, 'WhatsApp').fill('2125550100')
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

  await page.getByRole('link', { name: 'Registro de actividad' }).click()
  await page.getByRole('button', { name: /Cargo/ }).first().click()
  await expect(page.getByRole('dialog')).toContainText('Buyer')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'General' }).click()
  await page.getByRole('button', { name: 'Quitar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(opener).toHaveCount(0)
})

test('what is typed is not lost by going to another section', async ({ page }) => {
  await enter(page, 'dev@pacific.test')
  await page.goto(`${origin('pacific')}/my-account`)
  await field(page, 'Position').fill('Half typed')
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You sign in with dev@pacific.test')).toBeVisible()
  await page.getByRole('link', { name: 'General' }).click()
  await expect(field(page, 'Position')).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Position')).toHaveValue('')
})

test('another device is signed out, the password renewed, and the address changed by letter', async ({
  page,
  somebodyElse,
}) => {
  test.slow()
  const other = await somebodyElse({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0' })
  const old = await newcomer(page, 'pacific', 'Rui Prado')
  await enter(other, old)
  await enter(page, old)
  await page.goto(`${origin('pacific')}/my-account/security`)

  const device = page.getByRole('listitem').filter({ hasText: 'Firefox 145 on Linux' })
  await device.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Office')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Office' })).toContainText('Firefox 145 on Linux')
  await page.getByRole('button', { name: 'Sign out Office' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Office' })).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL(/login/)

  const password = page.locator('form').filter({ hasText: 'Change the password' })
  await password.getByLabel('Current password').fill('not-it')
  await password.getByLabel('New password', { exact: false }).first().fill('a-new-one')
  await password.getByLabel('New password once more').fill('a-new-one')
  await password.getByRole('button', { name: 'Change the password' }).click()
  await expect(password.getByRole('alert')).toContainText('This is not your current password.')
  await password.getByLabel('Current password').fill(PASSWORD)
  await password.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Password changed. Every other device is signed out.')).toBeVisible()

  const address = `clara-${Date.now()}@pacific.test`
  const mail = page.locator('form').filter({ hasText: 'Send the link' })
  await mail.getByLabel('New e-mail').fill(address)
  await mail.getByLabel('Current password').fill('a-new-one')
  await mail.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`Waiting for ${address}`)).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => linksFor(address, '/my-account/email').length).toBe(1)
  await page.goto(linksFor(address, '/my-account/email')[0] ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`You sign in with ${address}`)).toBeVisible()
})
