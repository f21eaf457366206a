/** After this time without a hand on the page, its requests are its own. */
const ATTENDED_MS = 60_000

let touched = Date.now()

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'])
  window.addEventListener(kind, () => (touched = Date.now()), { capture: true, passive: true })

/** Whether nobody has used this page for a while: a live page fetches by itself, and its session must still end. */
export const isUnattended = () => Date.now() - touched > ATTENDED_MS
