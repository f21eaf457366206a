import type { CDPSession, Page } from '@playwright/test'
import { settled } from './support'

/**
 * Letters twice as large, as somebody sets them in the browser: nothing is cut off, nothing lies over another. `again`
 * opens once more what such a change closes.
 */
export async function faultsOfLargeText(page: Page, again?: () => Promise<void>) {
  const browser = await page.context().newCDPSession(page)
  await setTextSize(page, browser, 32)
  await again?.()
  await settled(page)
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  const found = await page.evaluate(faults)
  await setTextSize(page, browser, 16)
  return size === '32px' ? found : [`letters of ${size}`, ...found]
}

async function setTextSize(page: Page, browser: CDPSession, size: number) {
  await browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: (size * 13) / 16 } })
  // Widths that are told in letters are looked at again when the window changes.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: width - 1, height })
  await page.setViewportSize({ width, height })
}

/** A cell of a table that ends in '…' is not cut off: its column can be widened, and its record says it in full. */
function faults() {
  const root = document.documentElement
  const pieces = piecesOfText()
  return [
    ...(root.scrollWidth > root.clientWidth ? ['the page scrolls sideways'] : []),
    ...pieces.filter(isCut).map(({ element }) => `cut off: ${nameOf(element)}`),
    ...overlaps(),
  ]

  type Piece = { element: Element; box: DOMRect; pins: Element[] }

  /** Every line of text that is seen, with the box it fills. */
  function piecesOfText() {
    const found: Piece[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const shown = [...range.getClientRects()].filter((box) => !isClamped(element, box))
      for (const box of shown) found.push({ element, box, pins: pinsOf(element) })
    }
    return found
  }

  function isSeen(element: Element) {
    const { width, height } = element.getBoundingClientRect()
    // Texts for screen readers are one pixel large.
    const forEyes = width > 1 && height > 1 && !element.closest('[aria-hidden=true]')
    return forEyes && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }

  /** Lines after the last one of an excerpt, which ends in '…'. */
  function isClamped(element: Element, box: DOMRect) {
    const { webkitLineClamp } = getComputedStyle(element)
    return webkitLineClamp !== 'none' && box.top >= element.getBoundingClientRect().bottom - 1
  }

  /** The parts around a text that float over the page or stick while it scrolls, from the outermost inwards. */
  function pinsOf(element: Element | null): Element[] {
    if (!element) return []
    const isPinned = /fixed|sticky/.test(getComputedStyle(element).position)
    return [...pinsOf(element.parentElement), ...(isPinned ? [element] : [])]
  }

  /** One may lie over the other when only one of them is pinned inside the part that both are in. */
  function mayCover(one: Piece, other: Piece) {
    const [few = [], more = []] = [one.pins, other.pins].sort((a, b) => a.length - b.length)
    return few.length < more.length && few.every((pin, at) => pin === more[at])
  }

  function isCut({ element, box }: Piece) {
    const SLACK = 4
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(around)
      if (textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX + overflowY)) return false
      const frame = around.getBoundingClientRect()
      const wide = box.right > frame.right + SLACK || box.left < frame.left - SLACK
      const tall = box.bottom > frame.bottom + SLACK || box.top < frame.top - SLACK
      if (/hidden|clip/.test(overflowX) && wide) return true
      if (/hidden|clip/.test(overflowY) && tall) return true
      if (position === 'fixed') return false
    }
    return false
  }

  function overlaps() {
    return pieces.flatMap((one, at) =>
      pieces
        .slice(at + 1)
        .filter((other) => one.element !== other.element && !mayCover(one, other) && touch(one, other))
        .map((other) => `${nameOf(one.element)} lies over ${nameOf(other.element)}`),
    )
  }

  /** By more than the room between lines. */
  function touch({ box: a }: Piece, { box: b }: Piece) {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    return width > 3 && height > Math.min(a.height, b.height) / 3
  }

  function nameOf(element: Element) {
    return `${element.tagName} "${element.textContent?.trim().slice(0, 40)}"`
  }
}
