/**
 * A test with several variants runs one of them in each run of the gate; this number selects the variant. Without a
 * number all variants run.
 */
const ROTATION = process.env.REMESSA_ROTATION

export const EVERYTHING = !ROTATION

/** A test of both widths runs at one of them. */
export const PHONE_IS_DUE = Number(ROTATION) % 2 === 1

/** The ways due in this run, with the tag of the width; `place` keeps all things from taking the same one. */
export function due<T>(ways: readonly T[], place: number): { way: T; tag: string[] }[] {
  // Each project takes them all.
  if (!ROTATION) return ways.map((way) => ({ way, tag: [] }))
  const all = ways.flatMap((way) => [[], ['@phone-only']].map((tag) => ({ way, tag })))
  return all.filter((_, at) => at === (Number(ROTATION) + place) % all.length)
}
