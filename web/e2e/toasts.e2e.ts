import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const WIDTHS = [360, 820, 1280, 1920]

/** Where things of the page stand that a toast must not cover. */
const IN_THE_WAY = [
  'main h1',
  'main header a, main header button',
  '[data-row-menu]',
  '[data-row-check]',
  'main nav a, main nav button',
  '[data-bulk] button',
  'main form button[type=submit]',
].join(', ')

const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).locator('[role=status], [role=alert]')

/** What stands under a toast. */
const covered = (page: Page) =>
  page.evaluate((selector) => {
    const region = document.querySelector('section[aria-label="Notifications"]')
    const boxes = [...(region?.querySelectorAll('[role=status], [role=alert]') ?? [])].map((toast) =>
      toast.getBoundingClientRect(),
    )
    return [...document.querySelectorAll(selector)]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return boxes.some(
          (box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top,
        )
      })
      .map((element) => element.outerHTML.slice(0, 120))
  }, IN_THE_WAY)

for (const width of WIDTHS) {
  test(`a toast covers nothing at ${width} pixels`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'the width is set here')
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, 'staff', 'pacific', { to: false })
    const { data } = await call<{ data: { id: string } }>(page, 'POST', '/shipments', { to_name: 'Toast' })
    await page.goto(`${origin('pacific')}/shipments/${data.id}`)
    await page.context().grantPermissions(['clipboard-write'])
    await expect(page.locator('#main h1')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Copy tracking code')
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toHaveText(/Copied/)
    expect(await covered(page)).toEqual([])
    // Whoever points at it has time to read, on the next page too.
    await toasts(page).hover()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Shipments')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expect(toasts(page)).toBeVisible()
    expect(await covered(page)).toEqual([])
    await expectAccessible(page)
  })
}
