import type { Anchor } from './steps'

/** A screen that has not drawn its anchor by then does not have it. */
const ANCHOR_TIMEOUT_MS = 5_000

/** The anchor as it is seen here: a phone shows other elements than a wide screen. */
export const findAnchor = (anchor: Anchor): Element | undefined =>
  [...document.querySelectorAll(`[data-tour="${anchor}"]`)].find((element) => element.checkVisibility())

/** Waits until the anchor is there, or is known to be missing. */
export function waitForAnchor(anchor: Anchor): Promise<void> {
  return new Promise((resolve) => {
    function finish() {
      observer.disconnect()
      clearTimeout(timer)
      resolve()
    }
    const observer = new MutationObserver(() => {
      if (findAnchor(anchor)) finish()
    })
    const timer = setTimeout(finish, ANCHOR_TIMEOUT_MS)
    observer.observe(document.body, { childList: true, subtree: true })
    if (findAnchor(anchor)) finish()
  })
}

/** Attributes that the library writes to an element, and takes away together with our own ones of the same name. */
const WRITTEN = ['aria-haspopup', 'aria-expanded', 'aria-controls']

/** Remembers these attributes of elements, and writes them again. */
export function attributeKeeper() {
  const kept = new Map<Element, (string | null)[]>()
  return {
    keep(element: Element) {
      if (kept.has(element)) return
      const values = WRITTEN.map((name) => element.getAttribute(name))
      kept.set(element, values)
    },
    restore() {
      for (const [element, values] of kept) {
        for (const [at, name] of WRITTEN.entries()) {
          const value = values[at]
          if (typeof value === 'string') element.setAttribute(name, value)
          else element.removeAttribute(name)
        }
      }
    },
  }
}
