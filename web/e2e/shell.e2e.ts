import type { Page } from '@playwright/test'
import { newcomer } from './people'
import {
  call,
  enter,
  expect,
  expectAccessible,
  origin,
  PASSWORD,
  shiftOf,
  signIn,
  test,
  watchShifts,
} from './support'

test.use({ locale: 'en-US' })

const start = (page: Page, how?: { fresh: boolean }) => signIn(page, 'admin', 'pacific', how)

/** Somebody whose language no other test reads. */
async function startAlone(page: Page) {
  await enter(page, await newcomer(page, 'pacific', 'Clara Reyes'))
  await page.goto(origin('pacific'))
  await expect(page.locator('#main h1')).toBeVisible()
}

/** Through the palette, as somebody who knows what they want. */
async function command(page: Page, text: string, beforeEnter?: () => Promise<void>) {
  await expect(page.locator('#main h1')).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: /^(Search|Busca|Búsqueda|搜索)/ })
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(text)
  await expect(palette.locator('[data-action][data-selected]')).toContainText(text, { ignoreCase: true })
  await beforeEnter?.()
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

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const widthOf = (page: Page) => menuOf(page).evaluate((menu) => (menu as HTMLElement).offsetWidth)

test('the side bar narrows and stays so (MENU-4)', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await start(page)
  // 16rem, and 18rem where there is room.
  expect(await widthOf(page)).toBe(256)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await widthOf(page)).toBe(288)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect.poll(() => widthOf(page)).toBe(64)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  expect(await widthOf(page)).toBe(64)
  await expectAccessible(page)
})

test('the menu begins with the daily work, then what is for oneself (MENU-1)', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await start(page)
  const links = await menuOf(page).getByRole('link').allTextContents()
  const order = [
    'Dashboard',
    'Services',
    'Pickups',
    'Shipments',
    'Tracking',
    'Clients',
    'Packages',
    'Notifications',
  ]
  const further = ['My account', 'Support', 'Calculator', 'Address book']
  const shown = links.map((text) => text.replace(/\d+\+?$/, ''))
  const known = [...order, ...further].filter((name) => shown.includes(name))
  expect(shown.filter((name) => known.includes(name))).toEqual(known)
  expect(known.length).toBeGreaterThan(7)
})

test('the user menu opens the messenger, also when it is open (MENU-5)', async ({ page }) => {
  await start(page)
  for (const _ of ['closed', 'open']) {
    await page.getByRole('button', { name: /Menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Messages' }).click()
    await expect(page.getByRole('button', { name: /^Messages/, expanded: true })).toBeVisible()
  }
})

test('what forms choose from is fetched at the start, and an old filter goes (MENU-6)', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/healthz`)
  await page.evaluate(() => localStorage.setItem('shipments-list-filter', '{}'))
  const asked = ['countries', 'ddi', 'currencies', 'languages', 'locales'].map((name) =>
    page.waitForRequest((request) => request.url().endsWith(`/api/auxiliar/${name}`)),
  )
  await page.goto(origin('pacific'))
  await Promise.all(asked)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shipments-list-filter'))).toBeNull()
})

test('Administration has its sections, and a group of the menu closes and stays so', async ({
  page,
  isMobile,
}) => {
  desktopOnly(isMobile)
  await start(page)
  await expect(menuOf(page).getByRole('list', { name: 'Administration' })).toBeVisible()
  const group = page.getByRole('button', { name: 'Access' })
  const users = menuOf(page).getByRole('link', { name: 'Users' })
  await expect(users).toBeVisible()
  await group.press('Enter')
  await expect(users).toBeHidden()
  await page.reload()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(users).toBeHidden()
  await expectAccessible(page)
})

test('where there is little room a rail of named icons opens over the page', async ({ page, isMobile }) => {
  desktopOnly(isMobile)
  await page.setViewportSize({ width: 820, height: 1000 })
  await watchShifts(page)
  await start(page)
  expect(await widthOf(page)).toBe(64)
  const tracking = menuOf(page).getByRole('link', { name: 'Tracking', exact: true })
  await tracking.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Tracking')
  expect(await shiftOf(page)).toBe(0)

  const main = () => page.locator('#main').evaluate((element) => element.getBoundingClientRect().left)
  const before = await main()
  const button = page.getByRole('button', { name: 'Expand menu' })
  await button.click()
  await expect(tracking).toHaveText('Tracking')
  expect(await main()).toBe(before)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(button).toBeFocused()

  await button.click()
  await tracking.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tracking' })).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
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

test('the palette finds what begins a record, and opens empty again', async ({ page }) => {
  await start(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Search or jump to…' })
  await field.fill('hold')
  await page.getByRole('button', { name: 'Shipments on hold' }).click()
  await expect(page).toHaveURL(/\/shipments\?on_hold=true/)
  await expect(page.getByRole('button', { name: /^On hold/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+k')
  await field.fill('hold')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field).toHaveValue('')
  await field.fill('new client')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/clients\/new$/)
})

test('a code and Enter open the shipment, also where nothing was waited for', async ({ page }) => {
  await start(page)
  const body = { to_name: 'Palette Person', to_city: 'Recife' }
  const { data } = await call<{ data: { id: string; tracking_code: string } }>(
    page,
    'POST',
    '/shipments',
    body,
  )
  await command(page, data.tracking_code.toLowerCase())
  await expect(page).toHaveURL(new RegExp(`/shipments/${data.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: data.tracking_code })).toBeVisible()

  // Actions of the record in view come first.
  await page.keyboard.press('Control+k')
  const first = page.getByRole('dialog').getByRole('button').first()
  await expect(first).toContainText('Edit')
  await expectAccessible(page)
  await page.keyboard.type('Record event')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/task=record/)
  await expect(page.getByText(data.tracking_code)).toBeVisible()
  await page.getByRole('button', { name: 'Remove all' }).click()
})

test('names find shipments, partners and users while they are typed', async ({ page }) => {
  await start(page)
  const name = `Zephyrine ${Date.now()}`
  await call(page, 'POST', '/shipments', { to_name: name, to_city: 'Recife' })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('textbox').fill(name)
  await expect(palette.getByRole('button', { name }).first()).toContainText('Recife')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]+$/)

  await page.keyboard.press('Control+k')
  await palette.getByRole('textbox').fill('staff@pacific')
  await expect(palette.locator('[data-action][data-selected]')).toContainText('staff@pacific.test')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]+$/)
})

test('a client finds its own shipments in the palette, and nobody else', async ({ page }) => {
  await signIn(page, 'client', 'pacific')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.keyboard.press('Control+k')
  const answered = page.waitForResponse(/\/api\/shipments\?/)
  await page.getByRole('textbox', { name: 'Search or jump to…' }).fill('staff')
  await answered
  expect(asked.filter((path) => /\/api\/(users|partners|clients)$/.test(path))).toEqual([])
})

test('N begins a shipment from a list, unless single keys are switched off', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await signIn(page, 'staff', 'pacific', { to: '/shipments' })
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/shipments\/new$/)
  await page.goto(`${origin('pacific')}/shipments`)
  await page.evaluate(() => localStorage.setItem('remessa-single-keys-off', '1'))
  await expect(page.locator('#main h1')).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/shipments$/)
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
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/locale'))
  await command(page, 'Espa')
  await kept
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.evaluate(() => localStorage.removeItem('remessa-language'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})

test('the user menu opens by the keyboard and signs out', async ({ page }) => {
  await start(page, { fresh: true })
  const button = page.getByRole('button', { name: /Menu for/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // The home is that of visitors again.
  await page.goto(origin('pacific'))
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a session that ended asks for the password over the screen and goes on', async ({ page, context }) => {
  await startAlone(page)
  // Any other call would meet the ended session before, and its question would take the letters.
  await command(page, 'Espa', () => context.clearCookies())

  const dialog = page.getByRole('dialog', { name: /sesión de nuevo/ })
  await expect(dialog).toBeVisible()
  await expect(page.locator('main h1')).toBeVisible()
  await expectAccessible(page)
  await dialog.locator('input[type=password]').fill(PASSWORD)
  const again = page.waitForResponse((response) => response.url().endsWith('/api/locale') && response.ok())
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  // The change that met the ended session was sent again.
  await again
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
  await page.getByRole('link', { name: 'Go to home page', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeHidden()
})
