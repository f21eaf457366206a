import type { Page } from '@playwright/test'
import { newcomer } from './people'
import { enter, expect, expectAccessible, origin, PASSWORD, signIn, test } from './support'

test.use({ locale: 'en-US' })

const start = (page: Page, how?: { fresh: boolean }) => signIn(page, 'admin', 'pacific', how)

/** Somebody whose language no other test reads. */
async function startAlone(page: Page) {
  await enter(page, await newcomer(page, 'pacific', 'Clara Reyes'))
  await page.goto(origin('pacific'))
  await expect(page.locator('#main h1')).toBeVisible()
}

/** Through the palette, as somebody who knows what they want. */
async function command(page: Page, text: string) {
  await expect(page.locator('#main h1')).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: /^(Search|Busca|Búsqueda|搜索)/ })
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
}

const desktopOnly = (isMobile: boolean) => test.skip(isMobile, 'there is no side bar on a phone')

test('the way past the menu comes first', async ({ page }) => {
  await start(page)
  await page.reload()
  await expect(page.locator('main h1')).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('the side bar narrows and stays so', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await start(page)
  const width = () =>
    page.getByRole('navigation', { name: 'Main menu' }).evaluate((menu) => (menu as HTMLElement).offsetWidth)
  expect(await width()).toBe(288)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect.poll(width).toBe(64)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  expect(await width()).toBe(64)
  await expectAccessible(page)
})

test('a phone has the menu in a drawer', { tag: '@phone' }, async ({ page, isMobile }) => {
  test.skip(!isMobile, 'the side bar stands there already')
  await start(page)
  const button = page.getByRole('button', { name: 'Open menu' })
  await button.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()
})

test('the palette does things by typing part of their name', async ({ page }) => {
  await start(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Search or jump to…' })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await field.fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('the shortcuts are listed and can be switched off', async ({ page }) => {
  await start(page)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck({ force: true })
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('?')
  await expect(sheet).toBeHidden()
})

test('the language of the account follows the choice', async ({ page }) => {
  await startAlone(page)
  await command(page, 'Espa')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.evaluate(() => localStorage.removeItem('remessa-language'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})

test('the user menu opens by the keyboard and signs out', async ({ page }) => {
  await start(page, { fresh: true })
  const button = page.getByRole('button', { name: /Menu of/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(origin('pacific'))
  await expect(page).toHaveURL(/\/login/)
})

test('a session that ended asks for the password over the screen and goes on', async ({ page, context }) => {
  await startAlone(page)
  await context.clearCookies()
  await command(page, 'Espa')

  const dialog = page.getByRole('dialog', { name: /sesión de nuevo/ })
  await expect(dialog).toBeVisible()
  await expect(page.locator('main h1')).toBeVisible()
  await expectAccessible(page)
  await dialog.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  // The change that met the ended session was sent again.
  await page.evaluate(() => localStorage.removeItem('remessa-language'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})

test('says so when the connection is gone', async ({ page, context }) => {
  await start(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('an address that leads nowhere says so and leads home', { tag: '@phone' }, async ({ page }) => {
  await start(page)
  await page.goto(`${origin('pacific')}/no/such/page`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go home', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeHidden()
})
