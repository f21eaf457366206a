import { type PickListDetails, PickListStatus } from '@/api/schema'

type Known = Pick<
  PickListDetails,
  | 'status'
  | 'quantity'
  | 'held'
  | 'picked'
  | 'returned'
  | 'short'
  | 'to_return'
  | 'shipment_ended_at'
  | 'lines'
>

type Step = PickListStatus | 'toReturn' | 'allBack' | 'returned' | 'unpacked' | 'keptBack'

/** The next step of a list: by its status, unless its goods go back, came back or can no longer be picked. */
export function nextStep(list: Known): Step {
  const { status, quantity, held, picked, returned, short, to_return, shipment_ended_at, lines } = list
  if (to_return > 0) return 'toReturn'
  if (status === PickListStatus.Packed) {
    if (shipment_ended_at !== null) return 'allBack'
    // Its papers still have what came back after packing.
    return picked - returned < quantity - short ? 'unpacked' : status
  }
  const isPicked =
    status === PickListStatus.Picked || (status === PickListStatus.Allocated && picked + held >= quantity)
  if (isPicked && picked > 0 && picked === returned) return 'returned'
  const isKeptBack = lines.some(({ picks }) => picks.some(({ obstacle }) => obstacle !== null))
  return isKeptBack ? 'keptBack' : status
}
