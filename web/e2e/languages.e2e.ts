import type { Page } from '@playwright/test'
import { due } from './rotation'
import { SCREENS } from './screens'
import { expect, LANGUAGES, origin, overflow, signIn, type Tenant, test } from './support'
import { keysForTexts } from './texts'
import { arrived } from './visit'

/** The pages behind the sign-in in every other language, at 400 %, each reached as by a link: no walk of all bars. */

test.describe.configure({ mode: 'parallel' })
test.use({ viewport: { width: 320, height: 640 } })

const PAGES = Object.entries(SCREENS).filter(
  ([, { who, open, inEnglish }]) => (who === 'admin' || who === 'staff') && !open && !inEnglish,
)

const OTHERS = LANGUAGES.filter((language) => language !== 'en')
for (const { way: language, tag } of due(OTHERS, 1))
  test(`all pages in ${language}`, { tag }, async ({ page }) => {
    test.setTimeout(240_000)
    for (const tenant of ['pacific', 'atlantico'] as const) {
      await signIn(page, 'admin', tenant, { language, to: '/tracking' })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const [name, { path }] of pagesAt(tenant)) {
        await follow(page, `${origin(tenant)}${typeof path === 'string' ? path : await path(page)}`)
        await arrived(page)
        expect.soft([...(await keysForTexts(page)), ...(await overflow(page))], name).toEqual([])
      }
    }
  })

const pagesAt = (tenant: Tenant) => PAGES.filter(([, { where = 'pacific' }]) => where === tenant)

/** As a link does: the page stays, and its router goes on. */
const follow = (page: Page, href: string) =>
  page.evaluate(
    (href) =>
      (
        window as unknown as { __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> } }
      ).__TSR_ROUTER__.navigate({ href }),
    href,
  )
