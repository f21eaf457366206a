/**
 * What is tested in several ways, at both widths, takes one of them in each run of the gate: the next one when this number
 * is one more. Without a number everything runs.
 */
const ROTATION = process.env.REMESSA_ROTATION

export const EVERYTHING = !ROTATION

/** The ways due in this run, with the tag of the width; `place` keeps all things from taking the same one. */
export function due<T>(ways: readonly T[], place: number): { way: T; tag: string[] }[] {
  // Each project takes them all.
  if (!ROTATION) return ways.map((way) => ({ way, tag: [] }))
  const all = ways.flatMap((way) => [[], ['@phone-only']].map((tag) => ({ way, tag })))
  return all.filter((_, at) => at === (Number(ROTATION) + place) % all.length)
}
