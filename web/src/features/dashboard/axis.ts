/** The axis of a company reaches at least this far, so that a quiet year does not look like a busy one. */
export const LEAST_OF_COMPANY = 600
/** A client sends less. */
export const LEAST_OF_CLIENT = 10

/** End of the axis: a round number above the highest figure. */
export function topOf(counts: number[], least: number) {
  const highest = Math.max(least, ...counts)
  const step = 10 ** Math.floor(Math.log10(highest)) / 2
  return Math.ceil(highest / step) * step
}
