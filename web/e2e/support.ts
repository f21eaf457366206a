import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export const PASSWORD = 'remessa-demo'

export type Tenant = 'atlantico' | 'pacific'
export type Person = 'admin' | 'staff' | 'client'

const PORT = process.env.E2E_PORT ?? '8080'

export const origin = (tenant: Tenant | 'nowhere') => `http://${tenant}.localhost:${PORT}`
export const email = (person: Person, tenant: Tenant = 'atlantico') => `${person}@${tenant}.test`

/** The browser reports a refused call by itself; what matters is what the page says about it. */
const REFUSED_CALL =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/

/**
 * Every test fails when a page breaks the content security policy, logs an error or throws: nobody has to
 * think of asking.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) complaints.push(message.text())
      })
      await page.exposeFunction('reportViolation', (text: string) => complaints.push(text))
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const report = (window as unknown as { reportViolation(text: string): void }).reportViolation
          report(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
        })
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Signs in as a user does, and waits until the page behind it stands. */
export async function signIn(page: Page, person: Person = 'admin', tenant: Tenant = 'atlantico') {
  await page.goto(`${origin(tenant)}/login`)
  await page.locator('input[type=email]').fill(email(person, tenant))
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('#main h1')).toBeVisible()
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No violation of axe, in light and in dark. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await settled(page)
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
    const found = violations.map(
      ({ id, nodes }) =>
        `${colorScheme} ${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
    )
    expect(found).toEqual([])
  }
}

/** Until nothing fades or slides any more. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    )
  })

/** 400 % of 1280 pixels: the page itself never scrolls sideways. */
export async function expectReflow(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  await settled(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
}

/** Tabs until something with this role and name has the focus. */
export async function tabTo(
  page: Page,
  role: 'button' | 'link' | 'textbox' | 'checkbox',
  name: string | RegExp,
) {
  const target = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return target
  }
  throw new Error(`Tab never reached the ${role} ${name}`)
}
