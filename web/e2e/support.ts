import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ElementHandle,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

export { expect }

export const PASSWORD = 'remessa-demo'

export type Tenant = 'atlantico' | 'pacific'
export type Person = 'admin' | 'staff' | 'client'

export const LANGUAGES = ['en', 'pt-BR', 'es', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

export const PORT = process.env.E2E_PORT ?? '8080'

export const origin = (tenant: string) => `http://${tenant}.localhost:${PORT}`
export const email = (person: Person, tenant: string = 'atlantico') => `${person}@${tenant}.test`

/** The browser reports a refused call by itself; what matters is what the page says about it. */
const REFUSED_CALL =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED))/

/** The frame of an e-mail runs no script, and refuses the one that these tests add to every page. */
const OWN_SCRIPT_REFUSED = /^Blocked script execution in '\S+\/demo\/emails\/\S+\/html'/

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
  // A window that closes at once, as for a download, asks for nothing.
  context.on('page', (page) => void acceptWhenAsked(page).catch(() => undefined))
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`))
  context.on('console', (message) => {
    const isExpected = [REFUSED_CALL, OWN_SCRIPT_REFUSED].some((text) => text.test(message.text()))
    if (message.type() === 'error' && !isExpected) complaints.push(message.text())
  })
  await context.exposeFunction('reportViolation', (text: string) => complaints.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation(text: string): void }).reportViolation
      report(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
}

/** Stored browser states of signed-in users, one file each: more sign-ins would reach the limit on attempts. */
export const SESSIONS = join(tmpdir(), `remessa-sessions-${PORT}`)

export const sessionOf = (person: Person, tenant: string, language: Language = 'en') =>
  join(SESSIONS, `${tenant}-${person}-${language}.json`)

type SignIn = {
  /** A session of its own, for a test that ends it. */
  fresh?: boolean
  /** The page to go to; `false` when the test itself goes there. */
  to?: string | false
  /** Somebody with the same rights who reads this language. */
  language?: Language
}

/** Signs in, and waits until the page behind it stands. */
export async function signIn(
  page: Page,
  person: Person = 'admin',
  tenant: string = 'atlantico',
  { fresh, to = '', language }: SignIn = {},
) {
  const session = sessionOf(person, tenant, language)
  const isKept = !fresh && existsSync(session)
  if (isKept) await page.context().setStorageState(session)
  if (!isKept || (to === false && page.url() !== 'about:blank')) await page.goto(`${origin(tenant)}/healthz`)
  if (!isKept) await enter(page, email(person, tenant))
  if (to === false) return
  await page.goto(`${origin(tenant)}${to}`)
  await expect(page.locator('#main h1')).toBeVisible()
}

/** Signs somebody in on a page of their company without the form, which has tests of its own. Clients accept its terms. */
export async function enter(page: Page, address: string, password = PASSWORD) {
  await call(page, 'POST', '/login', { email: address, password })
  await acceptTerms(page)
  await page.evaluate(() => localStorage.setItem('remessa-signed-in', '1'))
}

type Due = { kind: 'terms' | 'privacy'; version: number }

/** Accepts what the company asks its clients to accept. */
async function acceptTerms(page: Page) {
  const { data } = await call<{ data: { consents_due: Due[] } }>(page, 'GET', '/profile')
  if (data.consents_due.length === 0) return
  const versionOf = (kind: Due['kind']) => data.consents_due.find((due) => due.kind === kind)?.version ?? null
  const accepted = { accepted_terms: versionOf('terms'), accepted_privacy: versionOf('privacy') }
  await call(page, 'POST', '/account-consents', accepted)
}

/** The question for the consent, which stands before everything else. */
export const termsDialog = (page: Page) => page.getByRole('dialog', { name: 'Our terms have changed' })

/** Somebody whom a test invited and who signs in by the form accepts when asked. */
async function acceptWhenAsked(page: Page) {
  await page.addLocatorHandler(termsDialog(page), async (dialog) => {
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    await dialog.getByRole('button', { name: 'Accept' }).click()
  })
}

/** Calls the API as the page itself would: the way tests make what they need. */
export async function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  await leaveBlank(page)
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

/** A page that was nowhere yet goes to the host where its browser is signed in. */
async function leaveBlank(page: Page) {
  if (page.url() !== 'about:blank') return
  const [cookie] = await page.context().cookies()
  await page.goto(`http://${cookie?.domain}:${PORT}/healthz`)
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
    const seen = { shift: 0, shifted: [] as string[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        if (entry.hadRecentInput) continue
        seen.shift += entry.value
        for (const { node, previousRect, currentRect } of entry.sources) {
          const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(' '),
          )
          seen.shifted.push(`${(node as HTMLElement)?.className ?? node?.nodeName} from ${from} to ${to}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { seen })
  })

export const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

/** The elements that moved, with their places before and after. */
export const shiftedOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shifted: string[] } }).seen.shifted)

export const expectRoomForText = async (page: Page) => expect(await textsWithoutRoom(page)).toEqual([])

/** Other languages need more room: with every text 40 % longer nothing is cut off and nothing overflows. */
export const textsWithoutRoom = (page: Page) =>
  page.evaluate(() => {
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

/** With the size of targets, which axe has among those of 2.2. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export const expectAccessible = async (page: Page) => expect(await violations(page)).toEqual([])

/** Violations that axe finds in light and dark. Dark differs only in colours, so only those are checked again. */
export const violations = async (page: Page) => [
  ...(await violationsIn(page, 'light', () => axe(page).analyze())),
  ...(await violationsIn(page, 'dark', () => contrast(page))),
]

/** Reports only violations and skips frames, which no page has: this takes half the time. */
const axe = (page: Page) =>
  new AxeBuilder({ page })
    .withTags(RULES)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()

type Found = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>

/** Its script is in the page already. */
const contrast = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { axe: { run(options: object): Promise<Found> } }).axe.run({
      runOnly: ['color-contrast'],
      resultTypes: ['violations'],
    }),
  )

async function violationsIn(page: Page, colorScheme: 'light' | 'dark', run: () => Promise<Found>) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  // A list that is being replaced is pale.
  await expect(page.locator('table[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
  await settled(page)
  const { violations } = await run()
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

export const expectReflow = async (page: Page) => expect(await overflow(page)).toEqual([])

/** 400 % of 1280 pixels: the page itself never scrolls sideways, and every choice is there. */
export async function overflow(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  await settled(page)
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : []
    // They cut off what has no room, so that nobody reaches the last choice.
    const choices = [...document.querySelectorAll<HTMLElement>('.mantine-SegmentedControl-root')]
    const cut = choices.filter((element) => element.scrollWidth > element.clientWidth + 1)
    return [...wide, ...cut.map(({ innerText }) => `cut off: ${innerText}`)]
  })
}

/** Presses Tab, or what else leads on, until this has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab') {
  // To look for a role and a name takes longer than the press, so it is done again only where a page drew it anew.
  let element: ElementHandle | null = null
  const isReached = (one: Node) => (one.isConnected ? one === document.activeElement : undefined)
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press(key)
    let reached = await element?.evaluate(isReached)
    if (reached === undefined) {
      element = await target.first().elementHandle()
      reached = await element?.evaluate(isReached)
    }
    if (reached) return
  }
  throw new Error(`${key} never reached ${target}`)
}
