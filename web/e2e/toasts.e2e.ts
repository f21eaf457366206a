import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('alert')

/** Controls and headings under a toast. Those scrolled under the top bar do not count. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const region = document.querySelector('section[aria-label="Notifications"]')
    const boxes = [...(region?.querySelectorAll('[role=alert]') ?? [])].map((one) =>
      one.getBoundingClientRect(),
    )
    const lies = (selector: string, below: number) =>
      [...document.querySelectorAll(selector)].filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect()
        return boxes.some(
          (box) =>
            width > 0 &&
            left < box.right &&
            right > box.left &&
            top < box.bottom &&
            bottom > Math.max(box.top, below),
        )
      })
    const tools =
      window.innerWidth < 768 ? 'header [aria-haspopup=menu], header > button' : 'header a, header button'
    return [...lies('main :is(a, button, input, h1)', bar), ...lies(tools, 0)].map((element) =>
      element.outerHTML.slice(0, 120),
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
  test(`a toast covers nothing at ${width} pixels`, async ({ page, context, isMobile }) => {
    test.skip(isMobile, 'the width is set here')
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, 'staff', 'pacific', { to: false })
    const { data } = await call<{ data: { id: string } }>(page, 'POST', '/shipments', { to_name: 'Toast' })
    await page.goto(`${origin('pacific')}/shipments/${data.id}`)
    await expect(page.locator('#main h1')).toBeVisible()
    // An error stays until it is closed: there is time to look around.
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached()
    await command(page, 'Sign out', () => context.setOffline(true))
    await expect(toasts(page)).toBeVisible()
    await context.setOffline(false)
    expect(await covered(page)).toEqual([])

    await command(page, 'Shipments')
    await page.locator('[data-row-check]').first().check()
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
    await expect(toasts(page)).toBeVisible()
    expect(await covered(page)).toEqual([])
    await expectAccessible(page)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await covered(page)).toEqual([])
    await toasts(page).getByRole('button', { name: 'Close' }).click()
    await expect(toasts(page)).toHaveCount(0)
  })
}
