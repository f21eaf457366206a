import type { Locator, Page } from '@playwright/test'
import { completeForm } from './complete'
import { enterQuietly, newcomer } from './people'
import { call, enter, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Created = { data: { id: string } }

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications, \d+ new$/ })
const items = (place: Locator) => place.getByRole('listitem')

async function start(page: Page, address: string, path: string) {
  await page.goto(`${origin('pacific')}/healthz`)
  await enter(page, address)
  await page.goto(`${origin('pacific')}${path}`)
  await expect(page.locator('#main h1')).toBeVisible()
}

const print = (page: Page, ids: string[]) => call(page, 'POST', '/shipments/print_labels', { ids })

async function shipment(page: Page, form: object) {
  const { data } = await call<Created>(page, 'POST', '/shipments', form)
  return data.id
}

test('labels are ready: the toast, the badge, the drawer and the download @phone', async ({ page }) => {
  await start(page, await newcomer(page, 'pacific', 'Nora Bell'), '/tracking')
  const id = await shipment(page, await completeForm(page, { to_name: 'Bell' }))
  await expect(bell(page)).toHaveAccessibleName('Notifications, 0 new')
  await page.goto(`${origin('pacific')}/shipments/${id}`)
  await expect(page.locator('#main h1')).toBeVisible()
  await print(page, [id])
  // The page learns of it as it would of a process that another tab has started.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new', { timeout: 20_000 })
  await expect(toasts(page).getByText('Labels ready')).toBeVisible()
  await expectAccessible(page)

  await bell(page).click()
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  await expect(items(drawer)).toHaveCount(1)
  await expect(items(drawer)).toContainText('1 shipment')
  await drawer.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(drawer.getByText('No read notifications')).toBeVisible()
  await drawer.getByRole('button', { name: /^New/ }).click()
  // In a tab of its own, which closes once the file is saved.
  const [file] = await Promise.all([
    page.context().waitForEvent('response', (response) => response.url().endsWith('/file')),
    drawer.getByRole('button', { name: 'Download: Labels ready' }).click(),
  ])
  expect(file.status()).toBe(200)
  expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="labels-.*\.pdf"/)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 0 new')
})

test('notifications are read, unread, all read and deleted', async ({ page }) => {
  await enterQuietly(page, 'pacific', 'Otto Mark')
  await page.goto(`${origin('pacific')}/tracking`)
  await expect(page.locator('#main h1')).toBeVisible()
  for (const name of ['One', 'Two', 'Three']) {
    await print(page, [await shipment(page, await completeForm(page, { to_name: name }))])
  }
  await page.goto(`${origin('pacific')}/notifications`)
  const list = page.getByRole('main')
  await expect(list.getByText('Labels ready')).toHaveCount(3, { timeout: 20_000 })
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 new')
  // Nothing floats over the page that has them all.
  await expect(toasts(page).getByText('Labels ready')).toHaveCount(0)
  await expectAccessible(page)
  await expectReflow(page)

  await items(list)
    .first()
    .getByRole('button', { name: /^Mark as read/ })
    .click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page).toHaveURL(/tab=read/)
  await expect(items(list)).toHaveCount(1)
  await items(list)
    .first()
    .getByRole('button', { name: /^Mark as unread/ })
    .click()
  await expect(list.getByText('No read notifications')).toBeVisible()
  await page.getByRole('button', { name: /^New/ }).click()
  await expect(items(list)).toHaveCount(3)
  await items(list)
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(items(list)).toHaveCount(2)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(items(list)).toHaveCount(3)
  await items(list)
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(items(list)).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(list.getByText('No new notifications')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 0 new')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(items(list)).toHaveCount(2)
})

test('a failure says why, and is tried again by the keyboard alone', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a keyboard')
  await enterQuietly(page, 'pacific', 'Kaja Keys')
  await page.goto(`${origin('pacific')}/tracking`)
  await expect(page.locator('#main h1')).toBeVisible()
  const id = await shipment(page, { to_name: 'Keys' })
  await print(page, [id])
  await expect
    .poll(async () => (await call<{ meta: { unread: number } }>(page, 'GET', '/notifications')).meta.unread, {
      timeout: 20_000,
    })
    .toBe(1)
  await page.reload()
  await bell(page).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  await expect(drawer.getByText('Labels could not be printed')).toBeVisible()
  await expect(items(drawer)).toContainText('The documents of these shipments cannot be printed.')
  const retry = drawer.getByRole('button', { name: 'Try again: Labels could not be printed' })
  while (!(await retry.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab')
  const again = page.waitForResponse((response) => response.url().endsWith('/retry'))
  await page.keyboard.press('Enter')
  expect((await again).status()).toBe(202)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('a client learns that customs hold a shipment, and opens it from the toast', async ({
  page,
  somebodyElse,
}) => {
  await start(page, await newcomer(page, 'pacific', 'Hanna Held'), '/tracking')
  const { data } = await call<{ data: { id: string; tracking_code: string } }>(
    page,
    'POST',
    '/shipments',
    await completeForm(page, { to_name: 'Held' }),
  )
  await page.goto(`${origin('pacific')}/tracking`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 0 new')

  const desk = await somebodyElse()
  await signIn(desk, 'staff', 'pacific', { to: false })
  const event = { tracking_codes: [data.tracking_code], event_code: 'CUSTOMS_HOLD' }
  await call(desk, 'POST', '/shipments/record_event', event)

  const toast = toasts(page).getByRole('alert')
  await expect(toast).toContainText(`Shipment ${data.tracking_code} needs attention`, { timeout: 20_000 })
  await expect(toast).toContainText('Held by customs')
  // Pointed at, it does not close.
  await toast.hover()
  await toast.getByRole('button', { name: /^View shipment/ }).click()
  await expect(page).toHaveURL(new RegExp(`/shipments/${data.id}$`))
  await expect(toast).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 0 new')

  // When the shipment goes on, nothing needs attention any more, on the open page too.
  await page.goto(`${origin('pacific')}/notifications`)
  const list = page.getByRole('main')
  await expect(items(list)).toHaveCount(1)
  const cleared = { tracking_codes: [data.tracking_code], event_code: 'CLEARED' }
  await call(desk, 'POST', '/shipments/record_event', cleared)
  await expect(list.getByText('No notifications')).toBeVisible()
})

test('processes have a page, where they can be cleared', async ({ page }) => {
  await start(page, await newcomer(page, 'pacific', 'Paul Page'), '/tracking')
  await print(page, [await shipment(page, await completeForm(page, { to_name: 'Page' }))])
  await page.getByRole('button', { name: /^Processes/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Processes' })
  await drawer.getByRole('link', { name: 'Show all processes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Processes' })).toBeVisible()
  const list = page.getByRole('main')
  await expect(list.getByRole('link', { name: 'Download Labels' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Ended' }).click()
  await expect(page).toHaveURL(/pending=false/)
  await expect(items(list)).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear completed' }).click()
  await expect(list.getByText('No processes')).toBeVisible()
  await page.goto(`${origin('pacific')}/notifications`)
  await expect(list.getByText('No notifications')).toBeVisible()
})
