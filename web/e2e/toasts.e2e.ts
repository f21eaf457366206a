import type { Page } from '@playwright/test'
import { enterQuietly } from './people'
import { call, expect, expectAccessible, origin, test } from './support'

test.use({ locale: 'en-US' })

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('alert')

/** What must stay free and lies under a toast: the top bar, the page above its last lines, and the other toasts. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const region = document.querySelector('section[aria-label="Notifications"]')
    const toasts = [...(region?.querySelectorAll('[role=alert]') ?? [])]
    const under = (toast: Element, element: Element) => {
      const box = toast.getBoundingClientRect()
      const { left, right, top, bottom, width } = element.getBoundingClientRect()
      return width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top
    }
    const last = window.innerHeight - 224
    const page = [...document.querySelectorAll('main :is(a, button, input, h1)')].filter(
      (element) => element.getBoundingClientRect().bottom < last,
    )
    const free = [...document.querySelectorAll('header :is(a, button)'), ...page]
    return toasts.flatMap((toast) =>
      [...free, ...toasts.filter((other) => other !== toast)]
        .filter((element) => under(toast, element))
        .map((element) => element.outerHTML.slice(0, 120)),
    )
  })

/** By the keyboard, so that no pointer needs what may be covered. `before` happens while the palette stands there. */
async function command(page: Page, text: string, before?: () => Promise<void>) {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('textbox').fill(text)
  await before?.()
  await expect(palette.getByRole('button').first()).toContainText(text)
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
}

for (const width of [360, 820, 1280, 1920]) {
  test(`three toasts are read beside each other and cover nothing at ${width} pixels (NOT-3)`, async ({
    page,
    context,
    isMobile,
  }) => {
    test.skip(isMobile, 'the width is set here')
    await page.setViewportSize({ width, height: 800 })
    await enterQuietly(page, 'pacific', 'Tia Toast')
    const { data } = await call<{ data: { id: string } }>(page, 'POST', '/shipments', { to_name: 'Toast' })
    await page.goto(`${origin('pacific')}/shipments/${data.id}`)
    await expect(page.locator('#main h1')).toBeVisible()
    // An error stays until it is closed: there is time to look around.
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached()
    for (const count of [1, 2, 3]) {
      await command(page, 'Sign out', () => context.setOffline(true))
      await expect(toasts(page)).toHaveCount(count)
    }
    await context.setOffline(false)
    await expect.poll(() => covered(page)).toEqual([])

    await command(page, 'Shipments')
    await page.locator('[data-row-check]').first().check()
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
    await expect(toasts(page)).toHaveCount(3)
    await expect.poll(() => covered(page)).toEqual([])
    await expectAccessible(page)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => covered(page)).toEqual([])
    for (const count of [2, 1, 0]) {
      await toasts(page).getByRole('button', { name: 'Close' }).first().click()
      await expect(toasts(page)).toHaveCount(count)
    }
  })
}
