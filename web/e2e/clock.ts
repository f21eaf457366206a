import type { Page } from '@playwright/test'

/** Takes the clock of a page that is about to be opened, so that [later] can put it forward. */
export const takeClock = (page: Page) => page.clock.install()

/** So much later that an open page asks again whether others changed anything. */
export const later = (page: Page) => page.clock.fastForward(20_000)
