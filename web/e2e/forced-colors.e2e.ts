import type { ElementHandle, Page } from '@playwright/test'
import { SCREENS, visit } from './screens'
import { expect, settled, test } from './support'

/** Who sees every page in the colours of their system still sees where the focus is and what is chosen. */

test.use({ locale: 'en-US' })

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name}: focus and state are seen in the colours of the system`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'the same controls, without a keyboard')
    await visit(page, screen)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await settled(page)
    expect([...(await statesUnseen(page)), ...(await focusUnseen(page))]).toEqual([])
  })
}

const STATED =
  '[aria-selected=true], nav [aria-current], li[aria-current], [aria-pressed=true], [data-selected=true], input:checked'
const MOST_PRESSES = 40

type Shown = ElementHandle<HTMLElement>

/** Takes each state away from what has it, in the page alone: then it must look different. */
async function statesUnseen(page: Page) {
  const unseen: string[] = []
  const kinds = new Set<string>()
  for (const handle of await page.locator(STATED).elementHandles()) {
    const element = handle as Shown
    const kind = await kindOf(element)
    if (kinds.has(kind) || !(await element.isVisible())) continue
    kinds.add(kind)
    await element.scrollIntoViewIfNeeded()
    const chosen = await picture(page, element)
    const undo = await element.evaluateHandle(takeState)
    if (chosen && isSame(chosen, await picture(page, element))) unseen.push(`state of ${kind}`)
    await undo.evaluate((giveBack) => giveBack())
  }
  return unseen
}

/** What stands for a hidden input carries its state too. */
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

/** Tab by Tab, each kind of control once: with the focus and without, it must not look the same. */
async function focusUnseen(page: Page) {
  const unseen: string[] = []
  const kinds = new Set<string>()
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press('Tab')
    const handle = await page.evaluateHandle(() => document.activeElement)
    const element = handle.asElement() as Shown | null
    if (!element || (await element.evaluate((it) => it === document.body))) break
    const kind = await kindOf(element)
    if (kinds.has(kind)) continue
    kinds.add(kind)
    const focused = await picture(page, element)
    await element.evaluate((it) => it.blur())
    if (!focused || isSame(focused, await picture(page, element))) unseen.push(`focus of ${kind}`)
    // Tab goes on from there.
    await element.evaluate((it) => it.focus({ preventScroll: true }))
  }
  return unseen
}

/** What vanished without it was seen with it. */
const isSame = (one: Buffer, other: Buffer | undefined) => other !== undefined && one.equals(other)

const kindOf = (element: Shown) =>
  element.evaluate((it) => `${it.tagName} ${it.getAttribute('role') ?? ''} ${it.getAttribute('class')}`)

/** The element with some room around it for what marks it; undefined when nothing of it is in sight. */
async function picture(page: Page, element: Shown) {
  const clip = await element.evaluate((it) => {
    const AROUND = 8
    const own = it.getBoundingClientRect()
    // A hidden input is seen by what stands for it.
    const label = it instanceof HTMLInputElement && own.width < AROUND ? it.labels?.[0] : undefined
    const box = label?.getBoundingClientRect() ?? own
    const x = Math.max(0, box.left - AROUND)
    const y = Math.max(0, box.top - AROUND)
    return {
      x,
      y,
      width: Math.min(innerWidth, box.right + AROUND) - x,
      height: Math.min(innerHeight, box.bottom + AROUND) - y,
    }
  })
  if (clip.width <= 0 || clip.height <= 0) return undefined
  return page.screenshot({ clip, animations: 'disabled' })
}
