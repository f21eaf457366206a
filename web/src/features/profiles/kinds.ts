import { ProfileKind } from '@/api/schema'

/** For whom profiles are, in the order they are offered. */
export const KINDS = Object.values(ProfileKind)
