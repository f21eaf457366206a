import type { Page } from '@playwright/test'
import type { Screen } from './screen'
import { socialCompany } from './social'
import { expect, type Language, origin, settled, signIn, watchShifts } from './support'

/** Goes there, and waits until everything has arrived. */
export async function visit(page: Page, screen: Screen, language: Language = 'en') {
  const { who, where = 'pacific', path, open, shows } = screen
  await watchShifts(page)
  if (who) await signIn(page, who, where === 'atlantico' ? where : 'pacific', { to: false, language })
  const site = where === 'social' ? (await socialCompany()).origin : origin(where)
  await page.goto(`${site}${typeof path === 'string' ? path : await path(page)}`)
  if (language !== 'en') {
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    return arrived(page)
  }
  if (open) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await open(page)
  }
  await expect(shows(page)).toBeVisible()
}

const PENDING = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy=true]'

/** Until nothing stands for what is still to come: what it will say is told in any language. */
async function arrived(page: Page) {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator(PENDING).filter({ visible: true })).toHaveCount(0)
  await settled(page)
}
