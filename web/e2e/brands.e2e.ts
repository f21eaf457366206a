import type { Page } from '@playwright/test'
import { makeTwin } from './company'
import { call, enter, expect, origin, signIn, test, violations } from './support'

test.use({ locale: 'en-US' })

type Settings = { data: { revision: string } }

async function paint(page: Page, brand_color: string) {
  const { revision } = (await call<Settings>(page, 'GET', '/tenant_settings')).data
  await call(page, 'PATCH', '/tenant_settings', { brand_color, revision })
  // The sheet of the brand is kept for a minute.
  const client = await page.context().newCDPSession(page)
  await client.send('Network.clearBrowserCache')
}

const colourOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** A colour of the theme as the browser computes it. */
const filled = (page: Page, name: string) =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(--mantine-color-${colour}-filled)`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)

const EXTREMES = { yellow: '#ffe600', 'nearly black': '#050505', 'nearly white': '#fafafa' }

test('texts are read and colours keep their meaning in a company of any colour', async ({ page }) => {
  test.slow()
  const slug = await makeTwin('atlantico', 'brand', { shipments: true })
  await page.goto(`${origin(slug)}/healthz`)
  await enter(page, `admin@${slug}.test`)
  for (const [name, colour] of Object.entries(EXTREMES)) {
    await test.step(name, async () => {
      await paint(page, colour)
      await expectReadable(page, slug)
    })
  }
})

async function expectReadable(page: Page, slug: string) {
  await page.goto(`${origin(slug)}/shipments`)
  await page.locator('[data-row-check]').first().check()
  await expect(page.locator('tr[data-selected]')).toHaveCount(1)
  await expect
    .poll(() => colourOf(page, '[data-row-check]:checked', 'background-color'))
    .toBe(await filled(page, 'blue'))
  expect(await violations(page)).toEqual([])

  await page.goto(`${origin(slug)}/partners/new`)
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await violations(page)).toEqual([])
}

test('the warm brand of the demo is neither what is chosen nor danger', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: '/shipments' })
  await page.locator('[data-row-check]').first().check()
  const brand = await colourOf(page, 'main a[href="/shipments/new"]', 'background-color')
  const chosen = await colourOf(page, '[data-row-check]:checked', 'background-color')
  const danger = await filled(page, 'red')
  expect(new Set([brand, chosen, danger]).size).toBe(3)
})
