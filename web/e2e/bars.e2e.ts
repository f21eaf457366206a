import { SCREENS, visit } from './screens'
import { expect, expectAccessible, expectReflow, expectRoomForText, settled, shiftOf, test } from './support'
import { expectRoomForFingers } from './targets'

/** What every screen must be, whatever it shows; on a phone also large enough for fingers. */

test.use({ locale: 'en-US' })

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name}: still, usable by everybody, with room for words and fingers, on 320 pixels`, async ({
    page,
    isMobile,
  }) => {
    await visit(page, screen)
    await settled(page)
    const moved = await shiftOf(page)
    if (!screen.open) expect(moved).toBeLessThan(0.001)
    await expectAccessible(page)
    // Scrolls, which is nothing to what comes after.
    if (isMobile) await expectRoomForFingers(page)
    await expectReflow(page)
    await expectRoomForText(page)
  })
}
