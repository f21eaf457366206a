/**
 * A test with several variants runs one of them in each run of the gate; this number selects the variant. Without a
 * number all variants run.
 */
const ROTATION = process.env.REMESSA_ROTATION

export const EVERYTHING = !ROTATION

/** Tests that `./dev test` is asked for by name run in any case. */
const EVERYTHING_IS_ON_TURN = EVERYTHING || Boolean(process.env.E2E_GREP)

/** A test of both widths runs at one of them. */
export const PHONE_IS_DUE = Number(ROTATION) % 2 === 1

/** A screen is seen in every way within eight runs, and then rests for twenty-four, in which its neighbours are seen. */
export const isOnTurn = (place: number) =>
  EVERYTHING_IS_ON_TURN || (Math.floor(Number(ROTATION) / 8) + place) % 4 === 0

/**
 * The files that rest in this run: three quarters of those that are about one part of the product. The journeys through several
 * parts run each time. Each file runs at both widths before it rests.
 */
export const restingFiles = (files: readonly string[]) =>
  EVERYTHING_IS_ON_TURN
    ? []
    : files
        .filter((file) => !/journey|screens|alone/.test(file))
        .filter((_, at) => (Math.floor(Number(ROTATION) / 2) + at) % 4 !== 0)

/** The ways due in this run, with the tag of the width; `place` keeps all things from taking the same one. */
export function due<T>(ways: readonly T[], place: number): { way: T; tag: string[] }[] {
  // Each project takes them all.
  if (!ROTATION) return ways.map((way) => ({ way, tag: [] }))
  const all = ways.flatMap((way) => [[], ['@phone-only']].map((tag) => ({ way, tag })))
  return all.filter((_, at) => at === (Number(ROTATION) + place) % all.length)
}
