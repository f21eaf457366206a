import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { choose, matrixAt } from './choices'
import { later, takeClock } from './clock'
import { makeTwin } from './company'
import { linksFor } from './emails'
import { administrator, PICTURE } from './people'
import { due } from './rotation'
import { expect, look, origin, PASSWORD, test } from './support'

/** Access from start to end: a client registers, a colleague is invited, and both do what their rights allow. */

test.use({ locale: 'en-US' })

type Somebody = (options?: BrowserContextOptions) => Promise<Page>

const SECRET = 'a-password'
const RENEWED = 'another-password'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const TENANTS = ['atlantico', 'pacific'] as const

for (const { way: tenant, tag } of due(TENANTS, 0))
  test(`a client registers and keeps its account at ${tenant}`, { tag }, async ({
    page,
    somebodyElse,
    viewport,
  }) => {
    test.slow()
    const address = `iris.${Date.now()}@aurora.test`
    await test.step('a Brazilian company registers', () => register(page, tenant, address))
    await test.step('its address is confirmed by the e-mail', () => prove(page, tenant, address))
    await test.step('it signs in, and shows its face', () => completeProfile(page, tenant, address))
    const other = await somebodyElse({ userAgent: FIREFOX, viewport })
    await test.step('it signs another device out', () => revokeDevice(page, other, tenant, address))
    await test.step('it recovers its password', () => recover(other, tenant, address))
  })

for (const { way: tenant, tag } of due(TENANTS, 1))
  test(`an administrator lets a colleague in at a company like ${tenant}`, { tag }, async ({
    page,
    somebodyElse,
    viewport,
  }) => {
    test.slow()
    // A company of its own, because a flag applies to the whole company.
    const twin = await makeTwin(tenant, `walk-${tenant}`)
    const mark = `${test.info().project.name} ${Date.now()}`
    const address = `noa.${mark.replace(' ', '.')}@${twin}.test`
    await enter(page, twin, await administrator(page, twin, 'Ana Reis'), PASSWORD)
    await expect(page.locator('#main h1')).toBeVisible()
    const profile = await test.step('a profile is made', () => makeProfile(page, twin, `Desk ${mark}`))
    const user = await test.step('a colleague is invited', () => invite(page, twin, address, `Desk ${mark}`))
    const colleague = await test.step('who comes in', () => comeIn(somebodyElse, { viewport }, address))
    await test.step('menu and buttons follow the profile', () => follow(page, colleague, profile))
    await test.step('and the flag of the company', () => switchFlag(page, colleague, twin))
    await test.step('a refusal is explained', () => explain(page, user))
    await test.step('the administrator acts as the colleague, and comes back', () => actAs(page, user))
  })

/** Signs in by typing. */
async function enter(page: Page, tenant: string, address: string, password: string) {
  await page.goto(`${origin(tenant)}/login`)
  await field(page, 'E-mail').fill(address)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
}

async function register(page: Page, tenant: string, address: string) {
  await page.goto(`${origin(tenant)}/login`)
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await page.getByRole('radio', { name: 'Company' }).check()
  const country = page.getByRole('combobox', { name: 'Country', exact: true })
  await country.fill('Brazil')
  await page.getByRole('option', { name: 'Brazil' }).click()
  await field(page, 'Company name').fill('Aurora Exportadora Ltda')
  await field(page, 'CNPJ').fill('12abc34501de35')
  await field(page, 'State registration (IE)').fill('0321418-40')
  await field(page, 'Contact person').fill('Íris Prado')
  await page.getByRole('combobox', { name: 'Country code: Phone' }).selectOption('BR')
  await field(page, 'Phone').fill('81987654321')
  await field(page, 'Postal code').fill('50050-000')
  await field(page, 'Street').fill('Rua da Aurora')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Pernambuco')
  await field(page, 'City').fill('Recife')
  await field(page, 'E-mail').fill(address)
  await field(page, 'Password').fill(SECRET)
  await field(page, 'Confirm password').fill(SECRET)
  for (const text of await page.getByRole('checkbox', { name: /accept the (terms|privacy)/ }).all())
    await text.check()
  await look(page, '1 registration')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('dialog', { name: 'Account created!' })).toBeVisible()
  await look(page, '2 registered')
}

async function prove(page: Page, tenant: string, address: string) {
  await expect.poll(() => linksFor(address, '/register/validate').length).toBe(1)
  const [link = ''] = linksFor(address, '/register/validate')
  expect(link).toContain(origin(tenant))
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

async function completeProfile(page: Page, tenant: string, address: string) {
  await enter(page, tenant, address, SECRET)
  await expect(page.locator('#main h1')).toBeVisible()
  await page.getByRole('button', { name: /Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose picture' }).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(page.locator('header [aria-haspopup=menu] img')).toBeVisible()
  await field(page, 'Job title').fill('Exports')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved|saved\.$/).first()).toBeVisible()
  await look(page, '3 account')
}

async function revokeDevice(page: Page, other: Page, tenant: string, address: string) {
  await enter(other, tenant, address, SECRET)
  // The sign-in has a heading, too.
  await expect(other).not.toHaveURL(/login/)
  await expect(other.locator('#main h1')).toBeVisible()
  await page.goto(`${origin(tenant)}/my-account/security`)
  const device = page.getByRole('listitem').filter({ hasText: 'Firefox 145 on Linux' })
  await device.getByRole('button', { name: /^Sign out/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  // While the question stands, no list is there to look at.
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(device).toHaveCount(0)
  await look(page, '4 devices')
  // The list can be empty for a moment before the device is signed out.
  await expect(async () => {
    await other.reload()
    await expect(other.getByRole('link', { name: 'Forgot your password?' })).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

async function recover(page: Page, tenant: string, address: string) {
  await page.goto(`${origin(tenant)}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The sign-in has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await field(page, 'E-mail').fill(address)
  await page.getByRole('button', { name: 'Recover' }).click()
  await expect.poll(() => linksFor(address, '/password/reset').length).toBe(1)
  await page.goto(linksFor(address, '/password/reset')[0] ?? '')
  await field(page, 'E-mail').fill(address)
  await page.getByLabel('New password', { exact: true }).fill(RENEWED)
  await page.getByLabel('Confirm new password').fill(RENEWED)
  await look(page, '5 renewal')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await enter(page, tenant, address, RENEWED)
  await expect(page.locator('#main h1')).toBeVisible()
}

async function makeProfile(page: Page, tenant: string, name: string) {
  await page.goto(`${origin(tenant)}/profiles/new`)
  await field(page, 'Name').fill(name)
  const matrix = await matrixAt(page, 'Shipments')
  await matrix.getByRole('checkbox', { name: 'Shipments: View list' }).check()
  await matrix.getByRole('checkbox', { name: 'Shipments: View', exact: true }).check()
  await matrixAt(page, 'Packages')
  await matrix.getByRole('checkbox', { name: 'Packages: View list' }).check()
  await look(page, '1 profile')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()
  await page.goto(`${origin(tenant)}/profiles?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return page.url()
}

async function invite(page: Page, tenant: string, address: string, profile: string) {
  await page.goto(`${origin(tenant)}/users/new`)
  await field(page, 'Name').fill('Noa Lima')
  await field(page, 'E-mail').fill(address)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('checkbox', { name: profile }).check()
  await look(page, '2 invitation')
  await page.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Noa Lima' })).toBeVisible()
  return page.url()
}

async function comeIn(somebodyElse: Somebody, options: BrowserContextOptions, address: string) {
  const page = await somebodyElse(options)
  await takeClock(page)
  await expect.poll(() => linksFor(address, '/invitation').length).toBe(1)
  await page.goto(linksFor(address, '/invitation')[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await field(page, 'E-mail').fill(address)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto(new URL('/shipments', page.url()).href)
  await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
  return page
}

/** The open page of the colleague is never loaded anew. */
async function follow(page: Page, colleague: Page, profile: string) {
  let loads = 0
  colleague.on('load', () => loads++)
  const create = colleague.getByRole('link', { name: 'New shipment' })
  const tracking = colleague.getByRole('link', { name: 'Tracking', exact: true })
  const menu = colleague.getByRole('button', { name: 'Open menu' })
  await expect(create).toBeHidden()
  if (await menu.isVisible()) await menu.click()
  await expect(colleague.getByRole('link', { name: 'Shipments', exact: true })).toBeVisible()
  await expect(tracking).toBeHidden()
  await look(colleague, '3 before')

  await page.goto(profile)
  const matrix = await matrixAt(page, 'Shipments')
  await matrix.getByRole('checkbox', { name: 'Shipments: Create' }).check()
  await matrixAt(page, 'Tracking')
  await matrix.getByRole('checkbox', { name: 'Tracking: Search' }).check()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()
  await later(colleague)
  await expect(tracking).toBeVisible()
  await look(colleague, '4 after')
  await colleague.keyboard.press('Escape')
  await expect(create.first()).toBeVisible()
  expect(loads).toBe(0)
}

/** A feature that is turned off disappears from the menu of an open page, and its own page closes. */
async function switchFlag(page: Page, colleague: Page, tenant: string) {
  let loads = 0
  colleague.on('load', () => loads++)
  const entry = colleague.getByRole('link', { name: 'Packages' })
  const menu = colleague.getByRole('button', { name: 'Open menu' })
  const title = colleague.getByRole('heading', { level: 1, name: 'Packages' })
  await page.goto(`${origin(tenant)}/feature-flags`)
  const flag = page.getByRole('switch', { name: 'Packages' })
  await expect(flag).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  if (!(await flag.isChecked())) {
    await expect(entry).toBeHidden()
    await press(page, flag)
    await later(colleague)
  }
  await entry.click()
  await expect(title).toBeVisible()

  await press(page, flag)
  await later(colleague)
  await expect(colleague.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(title).toBeHidden()
  await look(colleague, '5 switched off')
  if (await menu.isVisible()) await menu.click()
  await expect(colleague.getByRole('link', { name: 'Shipments', exact: true })).toBeVisible()
  await expect(entry).toBeHidden()
  expect(loads).toBe(0)
}

/** Until the server knows it: the switch itself moves before. */
async function press(page: Page, flag: Locator) {
  const kept = page.waitForResponse(/\/api\/feature_flags\//)
  await flag.click()
  await kept
}

async function explain(page: Page, user: string) {
  await page.goto(user)
  const why = page.getByRole('region', { name: 'Check user access' })
  await choose(why, 'Area', 'Shipments')
  await choose(why, 'Action', 'Cancel')
  await expect(why.getByText('Not allowed', { exact: true }).first()).toBeVisible()
  await look(page, '6 why')
}

async function actAs(page: Page, user: string) {
  await page.goto(user)
  await page.getByRole('button', { name: 'Act as this user' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Act as this user' }).click()
  const bar = page.getByRole('region', { name: /signed in as/i })
  await expect(bar).toContainText('Noa Lima')
  await expect(page.getByRole('article', { name: 'Shipments this month' })).toBeVisible()
  await look(page, '7 acting')
  await bar.getByRole('link').click()
  await page.getByRole('button', { name: 'Switch back' }).click()
  await expect(bar).toBeHidden()
  await expect(page.locator('#main h1')).toBeVisible()
}
