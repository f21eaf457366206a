/** The axis of shipments reaches at least this far, so that a quiet year does not look like a busy one. */
const LEAST_TOP = 600

/** End of the axis: a round number above the highest figure. */
export function topOf(counts: number[]) {
  const highest = Math.max(LEAST_TOP, ...counts)
  const step = 10 ** Math.floor(Math.log10(highest)) / 2
  return Math.ceil(highest / step) * step
}
