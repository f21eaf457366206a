import type { Master } from '@/api/schema'

/** From where to where. */
export const wayOf = ({ from_place, to_place }: Master) => `${from_place} → ${to_place}`
