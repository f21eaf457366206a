import AxeBuilder from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

export { expect }

export const PASSWORD = 'remessa-demo'

export type Tenant = 'atlantico' | 'pacific'
export type Person = 'admin' | 'staff' | 'client'

export const PORT = process.env.E2E_PORT ?? '8080'

export const origin = (tenant: string) => `http://${tenant}.localhost:${PORT}`
export const email = (person: Person, tenant: string = 'atlantico') => `${person}@${tenant}.test`

/** The browser reports a refused call by itself; what matters is what the page says about it. */
const REFUSED_CALL =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/

type Watched = {
  complaints: string[]
  /** A page in a browser of its own, which nothing of this one is known to. */
  somebodyElse(options?: BrowserContextOptions): Promise<Page>
}

/**
 * Every test fails when a page breaks the content security policy, logs an error or throws: nobody has to
 * think of asking.
 */
export const test = base.extend<Watched>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      await watch(context, complaints)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  somebodyElse: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ locale: 'en-US', ...options })
      contexts.push(context)
      await watch(context, complaints)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

async function watch(context: BrowserContext, complaints: string[]) {
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) complaints.push(message.text())
  })
  await context.exposeFunction('reportViolation', (text: string) => complaints.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation(text: string): void }).reportViolation
      report(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Sessions of this run by person: signing in anew for every test would meet the limit on attempts. */
const sessions = new Map<string, Cookies>()

type SignIn = {
  /** A session of its own, for a test that ends it. */
  fresh?: boolean
  /** The page to go to; `false` when the test itself goes there. */
  to?: string | false
}

/** Signs in, and waits until the page behind it stands. */
export async function signIn(
  page: Page,
  person: Person = 'admin',
  tenant: string = 'atlantico',
  how: SignIn = {},
) {
  const known = sessions.get(email(person, tenant))
  if (known && !how.fresh) {
    await page.context().addCookies(known)
    // Any answer of the host will do to reach what the browser keeps for it.
    await page.goto(`${origin(tenant)}/healthz`)
    await page.evaluate(() => localStorage.setItem('remessa-signed-in', '1'))
    if (how.to === false) return
    await page.goto(`${origin(tenant)}${how.to ?? ''}`)
  } else {
    await page.goto(`${origin(tenant)}/login`)
    await page.locator('input[type=email]').fill(email(person, tenant))
    await page.locator('input[type=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await expect(page.locator('#main h1')).toBeVisible()
  if (!known && !how.fresh) sessions.set(email(person, tenant), await page.context().cookies(origin(tenant)))
}

/** Calls the API as the page itself would: the way tests make what they need. */
export function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const ajax = { 'X-Requested-With': 'XMLHttpRequest' }
      const session = await (await fetch('/api/session-cookie', { headers: ajax })).json()
      const answer = await fetch(`/api${path}`, {
        method,
        headers: { ...ajax, 'X-CSRF-Token': session.data.csrf_token, 'Content-Type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      const text = await answer.text()
      return text ? JSON.parse(text) : undefined
    },
    { method, path, body },
  )
}

/** A picture for people, beside the result of the run. */
export async function look(page: Page, name: string) {
  const path = test.info().outputPath(`${name}.png`)
  await page.screenshot({ path })
  await test.info().attach(name, { path, contentType: 'image/png' })
}

/** Adds up how far things moved by themselves; ask with `shiftOf` once the page stands. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { seen })
  })

export const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

/** Other languages need more room: with every text 40 % longer nothing is cut off and nothing overflows. */
export async function expectRoomForText(page: Page) {
  const cut = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (text) node.textContent += text.slice(0, Math.ceil(text.length * 0.4))
    }
    const page = document.documentElement
    const wide = page.scrollWidth > page.clientWidth ? ['the page scrolls sideways'] : []
    const buttons = [...document.querySelectorAll<HTMLElement>('main button, main h1, main label')]
    const short = buttons.filter(
      (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1,
    )
    return [...wide, ...short.map((element) => element.outerHTML.slice(0, 120))]
  })
  expect(cut).toEqual([])
}

/** With the size of targets, which axe has among those of 2.2. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No violation of axe, in light and in dark. Dark differs in its colours alone, so only they are looked at again. */
export async function expectAccessible(page: Page) {
  expect(await violations(page, 'light', axe(page).withTags(RULES))).toEqual([])
  expect(await violations(page, 'dark', axe(page).withRules('color-contrast'))).toEqual([])
}

/** What is in order is not told, and no page has frames: that takes half the time. */
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()

async function violations(page: Page, colorScheme: 'light' | 'dark', rules: AxeBuilder) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await settled(page)
  const { violations } = await rules.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${colorScheme} ${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
  )
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

/** Presses Tab, or what else leads on, until this has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab') {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key)
    if (await target.first().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} never reached ${target}`)
}
