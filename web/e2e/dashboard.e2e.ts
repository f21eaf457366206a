import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeTwin } from './company'
import { planDelivery, startRun } from './delivering'
import { call, enter, expect, expectAccessible, expectReflow, look, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Figures = {
  statistics: { shipments: { total_month: number } }
  attention: { cause: string; total: number }[]
}

const figures = async (page: Page) => (await call<{ data: Figures }>(page, 'GET', '/dashboard')).data

test('staff begins with the figures of the month, and a card leads to its list', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  await call(page, 'POST', '/shipments', { to_name: 'Counted' })
  await page.goto(origin('pacific'))
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const card = page.getByRole('article', { name: 'Shipments this month' })
  const before = card.getByText(/of last month/)
  await expect(before.or(card.getByRole('img', { name: /None last month/ }))).toBeVisible()
  await expect(page.getByRole('article', { name: 'New clients this month' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^\d[\d,]* shipments from/ }).locator('svg')).toBeVisible()
  await look(page, 'dashboard')
  await expectAccessible(page)
  await expectReflow(page)

  await card.getByRole('link').click()
  await expect(page).toHaveURL(/\/shipments\?created_from=\d{4}-\d\d-01$/)
  await expect(page.getByText('Counted', { exact: true }).first()).toBeVisible()
})

test('a new company is led through its first steps, until it hides them', async ({ page }) => {
  const slug = await makeTwin('pacific', 'setup')
  await page.goto(`${origin(slug)}/healthz`)
  await enter(page, `admin@${slug}.test`)
  await page.goto(origin(slug))
  const steps = page.getByRole('region', { name: 'Get your company ready' })
  await expect(steps.getByRole('link')).toHaveCount(9)
  await expectAccessible(page)
  await steps.getByRole('link', { name: 'First service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New service' })).toBeVisible()
  await page.goto(origin(slug))
  await steps.getByRole('link', { name: 'First shipment' }).click()
  await expect(page).toHaveURL(/\/shipments\/(new|wizard)/)
  await page.goto(origin(slug))
  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('a first step whose screen is switched off leads to the features first', async ({ page }) => {
  const slug = await makeTwin('pacific', 'closed')
  await page.goto(`${origin(slug)}/healthz`)
  await enter(page, `admin@${slug}.test`)
  await call(page, 'PATCH', '/feature_flags/clients', { enabled: false })
  await page.goto(origin(slug))
  const step = page
    .getByRole('region', { name: 'Get your company ready' })
    .getByRole('link', { name: 'First client' })
  await expect(step).toContainText('Switch it on under Features first')
  await step.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Features' })).toBeVisible()
  const flag = page.getByRole('switch', { name: /^Clients Opens/ })
  await flag.click()
  await expect(flag).toBeChecked()
  await page.goto(origin(slug))
  await step.click()
  await expect(page.getByRole('heading', { level: 1, name: 'New client' })).toBeVisible()
})

test('a line of what needs attention opens the list that it counted', async ({ page }) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  await call(page, 'POST', '/shipments', { to_name: 'Incomplete' })
  const { attention } = await figures(page)
  const missing = attention.find(({ cause }) => cause === 'missing_data')?.total ?? 0
  expect(missing).toBeGreaterThan(0)
  await page.goto(origin('pacific'))
  const section = page.getByRole('region', { name: 'Needs attention' })
  await section.getByRole('link', { name: /Details missing/ }).click()
  await expect(page).toHaveURL(/\/shipments\?status=15$/)
  await expect(page.getByRole('button', { name: /^Details missing/ })).toHaveAttribute('aria-pressed', 'true')
})

test('the work of today leads to the list that it counted', async ({ page }) => {
  await signIn(page, 'staff', 'pacific', { to: '/' })
  const today = page.getByRole('region', { name: 'Today' })
  for (const name of ['To print', 'To receive', 'Overdue invoices', 'Unread tickets', 'Due']) {
    await expect(today.getByRole('link', { name: new RegExp(`${name}$`) }).first()).toBeVisible()
  }
  await expectAccessible(page)
  await today.getByRole('link', { name: /To confirm$/ }).click()
  await expect(page).toHaveURL(/\/shipments\?status=10(%2C|,)20$/)
})

test('work with parcels in hand leads to the lists that it counted', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  await startRun(page, [await planDelivery(page)])
  await page.goto(origin('atlantico'))
  const today = page.getByRole('region', { name: 'Today' })
  const expectList = async (name: string, address: RegExp) => {
    await today.getByRole('link', { name: new RegExp(`${name}$`) }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
    await expect(today).toBeVisible()
  }
  await expectList('Pickups due', /\/shipment-pickups\?open=true&to=\d{4}-\d\d-\d\d$/)
  await expectList('Announced parcels to receive', /\/inbound-parcels\?status=10$/)
  await expectList('Parcels to identify', /\/inbound-parcels\?status=unidentified$/)
  await expectList('Open bags', /\/bags\?stage=open$/)
  await expectList('Held for their weight', /\/reweighs\?status=20$/)
  await expectList('Deliveries to decide', /\/shipment-deliveries\?status=all&has_tasks=true$/)
  await today.getByRole('link', { name: /Deliveries out$/ }).click()
  await expect(page).toHaveURL(/\/shipment-deliveries\?status=30$/)
  await expect(page.getByRole('button', { name: /^Out/ })).toHaveAttribute('aria-pressed', 'true')
})

test('the menu counts what waits, and follows when more comes', async ({ page }) => {
  await signIn(page, 'client', 'pacific', { to: '/' })
  type Waiting = { data: { shipments: { total: number; total_capped: boolean } } }
  const counted = async () => {
    const { shipments } = (await call<Waiting>(page, 'GET', '/waiting')).data
    return `${shipments.total}${shipments.total_capped ? '+' : ''}`
  }
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const entry = menu.getByRole('link', { name: 'Shipments', exact: true })
  await expect(entry).toHaveAccessibleDescription(/^\d+\+? needs? attention$/)
  await call(page, 'POST', '/shipments', { to_name: 'Incomplete' })
  await expect(async () => expect(await entry.locator('small').textContent()).toBe(await counted())).toPass()
  await expectAccessible(page)
})

test('the year can be read as a table and saved as a picture', async ({ page }) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  // Other tests add shipments meanwhile.
  const before = await figures(page)
  await page.goto(origin('pacific'))
  const year = page.getByRole('region', { name: 'Shipments in the last twelve months' })
  await expect(year.locator('svg .recharts-line').first()).toBeVisible()
  const save = async (kind: RegExp) => {
    await year.getByRole('button', { name: /^Save/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    return download
  }
  const png = await save(/PNG/)
  expect(png.suggestedFilename()).toBe('Shipments in the last twelve months.png')
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG')
  const svg = await save(/SVG/)
  const drawing = await readFile(await svg.path(), 'utf8')
  expect(drawing).toContain('Shipments in the last twelve months')
  expect(drawing).not.toContain('var(--')

  await year.getByRole('radio', { name: 'Chart' }).press('ArrowRight')
  const table = year.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(13)
  const now = await table.getByRole('row').last().getByRole('cell').first().innerText()
  const count = Number(now.replace(',', ''))
  expect(count).toBeGreaterThanOrEqual(before.statistics.shipments.total_month)
  expect(count).toBeLessThanOrEqual((await figures(page)).statistics.shipments.total_month)
  await expectAccessible(page)
})

test('the home of a client has the figures of its own shipments', async ({ page }) => {
  await signIn(page, 'client', 'pacific', { to: '/' })
  const own = page.getByRole('region', { name: 'Your figures' })
  await expect(own.getByRole('article', { name: 'Shipments this month' })).toBeVisible()
  await expect(own.getByRole('article', { name: 'New clients this month' })).toHaveCount(0)
  await expect(own.getByRole('region', { name: 'Shipments in the last twelve months' })).toBeVisible()
})
