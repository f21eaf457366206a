import type { FieldParcel } from '@/api/schema'

type OnBoard = { toHand: FieldParcel[]; leftBehind: FieldParcel[] }

/**
 * Sorts what the driver hands over at a stop from what stayed behind. Before the run has begun that is everything, and where
 * nothing was scanned into the vehicle, too: the stop came from another run.
 */
export function sortByBoard(parcels: FieldParcel[], isUnderWay: boolean): OnBoard {
  const loaded = parcels.filter((parcel) => parcel.loaded)
  if (!isUnderWay || loaded.length === 0) return { toHand: parcels, leftBehind: [] }
  return { toHand: loaded, leftBehind: parcels.filter((parcel) => !parcel.loaded) }
}
