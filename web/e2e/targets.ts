import type { Page } from '@playwright/test'

/** Finds targets too small for a finger: less than 44 pixels around the middle. Scrolls. */
export const targetsTooSmall = (page: Page) => page.evaluate(smallTargets)

/**
 * Left out, as WCAG 2.5.8 does: links that are words alone, which axe holds to its 24 pixels unless they stand in
 * a sentence; what has an equal beside it, as the input of a file has its button; what cannot be pressed now.
 */
function smallTargets() {
  const SIZE = 44
  const CONTROLS = `a[href]:not(.mantine-Anchor-root), button:not(.mantine-Anchor-root), input:not([type=hidden], [type=file]),
    select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option]`
  const WITHOUT = '[aria-hidden=true], [inert], :disabled'
  const small: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(WITHOUT)) continue
    const widest = partsOf(element).flatMap((part) => reach(part, element) ?? [])
    if (widest.length === 0 || widest.some(({ width, height }) => Math.min(width, height) >= SIZE)) continue
    const { width, height } = widest[0] as { width: number; height: number }
    small.push(`${Math.round(width)} x ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`)
  }
  return small

  /** A press on its label, or on the frame that is drawn around it, goes to an input. */
  function partsOf(element: HTMLElement): Element[] {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const frame = element.closest('.mantine-Input-input')
    return [element, ...labels, ...(frame ? [frame] : [])]
  }

  /** How far a finger may be beside the middle, by asking what lies there. Nothing when something lies over it. */
  function reach(part: Element, element: HTMLElement) {
    part.scrollIntoView({ block: 'center' })
    const box = part.getBoundingClientRect()
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    const hits = (dx: number, dy: number) => {
      const there = document.elementFromPoint(x + dx, y + dy)
      return part.contains(there) || there?.closest('label')?.control === element
    }
    if (!hits(0, 0)) return undefined
    const along = (dx: number, dy: number) => {
      let steps = 0
      while (steps < SIZE && hits(dx * (steps + 1), dy * (steps + 1))) steps++
      return steps
    }
    return {
      width: Math.max(box.width, along(-1, 0) + along(1, 0) + 1),
      height: Math.max(box.height, along(0, -1) + along(0, 1) + 1),
    }
  }
}
