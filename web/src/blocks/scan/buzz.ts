import type { Tone } from './sound'

/** Milliseconds of shaking and of rest, in turn. */
const PATTERNS: Record<Tone, number[]> = {
  taken: [40],
  known: [60, 80, 60],
  unknown: [400],
}

/** Lets a phone or a handheld scanner shake: in a loud hall nobody hears it. */
export function buzz(tone: Tone) {
  // Before somebody has touched the page, the browser refuses and says so in its log.
  if (navigator.userActivation?.hasBeenActive === false) return
  navigator.vibrate?.(PATTERNS[tone])
}
