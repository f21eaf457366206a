import type { ProfileKind } from '@/api/schema'

/** For whom profiles are, in the order they are offered. */
export const KINDS = [10, 20, 30, 40] as const satisfies readonly ProfileKind[]
