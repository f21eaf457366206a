import { SCREENS, visit } from './screens'
import { expect, expectAccessible, expectReflow, expectRoomForText, settled, shiftOf, test } from './support'

/** What every screen must be, whatever it shows. */

test.use({ locale: 'en-US' })

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name}: still, usable by everybody, with room for words, on 320 pixels`, async ({ page }) => {
    await visit(page, screen)
    await settled(page)
    const moved = await shiftOf(page)
    if (!screen.open) expect(moved).toBeLessThan(0.001)
    await expectAccessible(page)
    await expectReflow(page)
    await expectRoomForText(page)
  })
}
