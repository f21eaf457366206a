import type { CDPSession, ElementHandle, Page } from '@playwright/test'
import { settled } from './support'

/** Finds focus and selection that are invisible in the system's colours. Moves by Tab. */
export async function unseenInForcedColors(page: Page) {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.evaluate(holdStill)
  await settled(page)
  const browser = await page.context().newCDPSession(page)
  const unseen = [...(await statesUnseen(page, browser)), ...(await focusUnseen(page, browser))]
  await page.emulateMedia({ forcedColors: 'none' })
  return unseen
}

const STATED =
  '[aria-selected=true], nav [aria-current], li[aria-current], [aria-pressed=true], [data-selected=true], input:checked'
const MOST_PRESSES = 40

type Shown = ElementHandle<HTMLElement>

/** Takes each state away from what has it, in the page alone: then it must look different. */
async function statesUnseen(page: Page, browser: CDPSession) {
  const unseen: string[] = []
  const kinds = new Set<string>()
  // A dialog lies over the rest of the page.
  const dialog = page.getByRole('dialog')
  const seen = (await dialog.count()) > 0 ? dialog.locator(STATED) : page.locator(STATED)
  for (const handle of await seen.elementHandles()) {
    const element = handle as Shown
    const kind = await kindOf(element)
    if (kinds.has(kind) || !(await element.isVisible())) continue
    kinds.add(kind)
    await element.scrollIntoViewIfNeeded()
    // Other screens look at what an open menu covers.
    if (await element.evaluate(isCovered)) continue
    const chosen = await picture(browser, element)
    const undo = await element.evaluateHandle(takeState)
    if (chosen && (await staysSame(element, browser, chosen))) unseen.push(`state of ${kind}`)
    await undo.evaluate((giveBack) => giveBack())
  }
  return unseen
}

function isCovered(element: HTMLElement) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('[role=menu]')
  return above ? !above.contains(element) : false
}

/** The element that stands for a hidden input shows its state too. */
function takeState(element: HTMLElement) {
  const MARKS = [
    'aria-selected',
    'aria-current',
    'aria-pressed',
    'data-active',
    'data-selected',
    'data-checked',
    'data-here',
  ]
  const input = element instanceof HTMLInputElement ? element : undefined
  const checked = input?.checked
  const taken = [element, ...(input?.labels ?? [])].flatMap((part) =>
    MARKS.filter((name) => part.hasAttribute(name)).map((name) => ({
      part,
      name,
      value: part.getAttribute(name) ?? '',
    })),
  )
  for (const { part, name } of taken) part.removeAttribute(name)
  if (input) input.checked = false
  return () => {
    for (const { part, name, value } of taken) part.setAttribute(name, value)
    if (input && checked) input.checked = true
  }
}

/** The frame of menu and header is around most pages: one of them is walked from its top in each process of tests. */
let frameSeen = false

/** Past the frame, where nothing has the focus yet. */
async function passFrame(page: Page) {
  if (frameSeen)
    await page.evaluate(
      () => document.activeElement === document.body && document.querySelector('main')?.focus(),
    )
  else frameSeen = (await page.locator('header, nav').count()) > 1
}

/** Tab by Tab, each kind of control once: with the focus and without, it must not look the same. */
async function focusUnseen(page: Page, browser: CDPSession) {
  await passFrame(page)
  const unseen: string[] = []
  const kinds = new Set<string>()
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press('Tab')
    const handle = await page.evaluateHandle(() => document.activeElement)
    const element = handle.asElement() as Shown | null
    const kind = element && (await kindOf(element))
    if (!kind || kind.startsWith('BODY')) break
    if (kinds.has(kind)) continue
    kinds.add(kind)
    const focused = await picture(browser, element)
    await element.evaluate((it) => it.blur())
    if (!focused || (await staysSame(element, browser, focused))) unseen.push(`focus of ${kind}`)
    // Tab goes on from there.
    await element.evaluate((it) => it.focus({ preventScroll: true }))
  }
  return unseen
}

/** An element is visible if the screen changes without it. A busy browser may show the change some frames later. */
async function staysSame(element: Shown, browser: CDPSession, before: string) {
  for (let frames = 0; frames < 3; frames++) {
    if (before !== (await picture(browser, element))) return false
    await element.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
  return true
}

const kindOf = (element: Shown) =>
  element.evaluate((it) => `${it.tagName} ${it.getAttribute('role') ?? ''} ${it.getAttribute('class')}`)

/** Blinking and fading would count as differences. */
function holdStill() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { caret-color: transparent !important; transition: none !important; animation: none !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

/**
 * The element with some room around it for what marks it; undefined when nothing of it is in sight. The preparations of
 * `page.screenshot` would lay the whole page out anew for each picture.
 */
async function picture(browser: CDPSession, element: Shown) {
  const clip = await element.evaluate(frameOf)
  if (clip.width <= 0 || clip.height <= 0) return undefined
  return (await browser.send('Page.captureScreenshot', { clip: { ...clip, scale: 1 } })).data
}

/** In the coordinates of the document. */
function frameOf(it: HTMLElement) {
  const AROUND = 8
  const own = it.getBoundingClientRect()
  // A hidden input is seen by what stands for it: its label, or the box into which a file is dropped.
  const hidden = it instanceof HTMLInputElement && own.width < AROUND
  const shown = hidden ? (it.type === 'file' ? it.offsetParent : it.labels?.[0]) : it
  const box = shown?.getBoundingClientRect() ?? own
  const x = Math.max(0, box.left - AROUND)
  const y = Math.max(0, box.top - AROUND)
  return {
    x: x + scrollX,
    y: y + scrollY,
    width: Math.min(innerWidth, box.right + AROUND) - x,
    height: Math.min(innerHeight, box.bottom + AROUND) - y,
  }
}
