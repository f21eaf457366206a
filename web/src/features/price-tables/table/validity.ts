/** A span of days, '2026-11-21'; endless without `to`. */
export type Span = { id: string; from: string; to: string | null }

/** Where a span stands on a line, in per cent of its length. */
export type Bar = { id: string; start: number; length: number; isOpen: boolean }

const DAY_MS = 86_400_000
const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Days that are shown after today and after the last known day. */
const MARGIN = 60

/** The spans on one line of time, and today on it. */
export function timeline(spans: readonly Span[], today: string): { bars: Bar[]; today: number } | undefined {
  if (spans.length === 0) return undefined
  const now = dayOf(today)
  const first = Math.min(now, ...spans.map(({ from }) => dayOf(from)))
  const last = Math.max(now, ...spans.map(({ from, to }) => dayOf(to ?? from))) + MARGIN
  const length = last - first
  const place = (day: number) => ((day - first) / length) * 100
  return {
    today: place(now),
    bars: spans.map(({ id, from, to }) => {
      const start = place(dayOf(from))
      // The last day belongs to the span.
      const end = to === null ? 100 : place(dayOf(to) + 1)
      return { id, start, length: end - start, isOpen: to === null }
    }),
  }
}
