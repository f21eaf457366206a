import type { FieldRoutes, Profile } from '@/api/schema'
import type { Site } from './site'

/** What the phone of a driver needs to open without a network: who it is, whose company, and the runs. */
type KeptStart = { site: Site; profile: Profile }
type KeptRuns = { userId: string; at: number; routes: FieldRoutes }

/** The number changes with the shape of what is kept: an older one is not read. */
const START = 'remessa-field-start-1'
const RUNS = 'remessa-field-runs-2'

function read<Kept>(key: string): Kept | undefined {
  try {
    const text = localStorage.getItem(key)
    return text ? (JSON.parse(text) as Kept) : undefined
  } catch {
    return undefined
  }
}

function write(key: string, kept: KeptStart | KeptRuns) {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // No room or no storage: the page needs a network to open.
  }
}

export const readStart = () => read<KeptStart>(START)

export function keepStart(start: KeptStart) {
  // What the driver before has left is nobody's business.
  if (readStart()?.profile.id !== start.profile.id) forgetRuns()
  write(START, start)
}

/** The last runs of this driver. */
export function readRuns(userId: string) {
  const kept = read<KeptRuns>(RUNS)
  return kept?.userId === userId ? kept : undefined
}

export const keepRuns = (runs: KeptRuns) => write(RUNS, runs)

/** Names, addresses and rights leave the phone with the driver. Records that are not sent have a place of their own. */
export function forgetRuns() {
  try {
    for (const key of [START, RUNS]) localStorage.removeItem(key)
  } catch {
    // Nothing was kept either.
  }
}
