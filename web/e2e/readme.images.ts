import type { Screen } from './screen'
import { SCREENS } from './screens'
import { expect, settled, test } from './support'
import { visit } from './visit'

/** The pictures of the README: six screens of the demo as they are now, written to `docs/` by `./dev images`. */

test.use({ locale: 'en-US', reducedMotion: 'reduce', timezoneId: 'America/Sao_Paulo' })

const WIDE = { width: 1280, height: 760 }
const PHONE = { width: 390, height: 760 }

/** The screens by the names of their files. */
const PICTURES: Record<string, { screen: Screen | undefined; size: typeof WIDE }> = {
  // In Portuguese, the language of this company.
  shipments: { screen: { ...SCREENS['list of shipments'], where: 'atlantico' } as Screen, size: WIDE },
  shipment: { screen: SCREENS.shipment, size: WIDE },
  dashboard: { screen: SCREENS.dashboard, size: WIDE },
  mawb: { screen: SCREENS['a mawb'], size: WIDE },
  wallet: { screen: SCREENS['wallet of a client'], size: WIDE },
  tracking: { screen: trackingOfACode(), size: PHONE },
}

/** Without the dialog that the screen's own checks open. */
function trackingOfACode(): Screen | undefined {
  const screen = SCREENS['public tracking of a code']
  return screen && { path: screen.path, shows: (page) => page.getByRole('list').first() }
}

for (const [file, { screen, size }] of Object.entries(PICTURES))
  test(file, async ({ page }) => {
    if (!screen) throw new Error(`the screen of ${file}.png has another name now`)
    await page.setViewportSize(size)
    await visit(page, screen)
    await expect(
      page.locator('.mantine-Skeleton-root, [aria-busy=true]').filter({ visible: true }),
    ).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    await settled(page)
    await page.screenshot({ path: `docs/${file}.png`, animations: 'disabled', caret: 'hide' })
  })
