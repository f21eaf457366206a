import type { Page } from '@playwright/test'
import { unseenInForcedColors } from './forced-colors'
import { faultsOfLargeText } from './large-text'
import { due, isOnTurn } from './rotation'
import type { Screen } from './screen'
import { SCREENS } from './screens'
import {
  expect,
  LANGUAGES,
  type Language,
  overflow,
  settled,
  shiftedOf,
  shiftOf,
  test,
  textsWithoutRoom,
  violations,
} from './support'
import { targetsTooSmall } from './targets'
import { keysForTexts } from './texts'
import { visit } from './visit'

/** The requirements for every screen, checked in one visit, each under its own name. */

test.describe.configure({ mode: 'parallel' })

/** Overlays are opened by their English texts. */
const languagesOf = ({ open, inEnglish }: Screen): readonly Language[] =>
  open || inEnglish ? ['en'] : LANGUAGES

for (const language of LANGUAGES)
  test.describe(language, () => {
    test.use({ locale: language === 'en' ? 'en-US' : language })
    for (const [place, [name, screen]] of Object.entries(SCREENS).entries()) {
      if (!isOnTurn(place)) continue
      for (const { way, tag } of due(languagesOf(screen), place))
        if (way === language) look(name, screen, language, tag)
    }
  })

function look(name: string, screen: Screen, language: Language, tag: string[]) {
  test(`${name} in ${language}`, { tag }, async ({ page, isMobile }) => {
    const again = () => visit(page, screen, language)
    await again()
    await settled(page)
    if (!screen.open) await bar('nothing moves', () => movesAtEachVisit(page, again))
    await bar('texts have no keys', () => keysForTexts(page))
    await bar('axe', () => violations(page))
    if (isMobile) await bar('44 pixels for a finger', () => targetsTooSmall(page))
    // The system's colours are the same in every language.
    else if (language === 'en') await bar('forced colours', () => unseenInForcedColors(page))
    if (!isMobile) await bar('letters twice as large', () => faultsOfLargeText(page, screen.open && again))
    await bar('320 pixels', () => overflow(page))
    // Those of English: every other language is longer or shorter than it by itself.
    if (language === 'en') await bar('longer words', () => textsWithoutRoom(page))
  })
}

const MOVED = 0.001

/** A record that another test adds meanwhile moves the foot of a list once. What a page does by itself it does again. */
async function movesAtEachVisit(page: Page, again: () => Promise<void>) {
  if ((await shiftOf(page)) < MOVED) return []
  await again()
  await settled(page)
  const moved = await shiftOf(page)
  return moved < MOVED ? [] : [`moved by ${moved}`, ...(await shiftedOf(page))]
}

/** Goes on after a failure: the other bars are told too. */
const bar = (name: string, faults: () => Promise<string[]>) =>
  test.step(name, async () => expect.soft(await faults(), name).toEqual([]))
