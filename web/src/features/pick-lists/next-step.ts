import { type PickListDetails, PickListStatus } from '@/api/schema'

type Known = Pick<
  PickListDetails,
  'status' | 'quantity' | 'held' | 'picked' | 'returned' | 'to_return' | 'lines'
>

/** The next step of a list: by its status, unless its goods go back, came back or can no longer be picked. */
export function nextStep(list: Known): PickListStatus | 'toReturn' | 'returned' | 'keptBack' {
  const { status, quantity, held, picked, returned, to_return, lines } = list
  if (to_return > 0) return 'toReturn'
  const isPicked =
    status === PickListStatus.Picked || (status === PickListStatus.Allocated && picked + held >= quantity)
  if (isPicked && picked > 0 && picked === returned) return 'returned'
  const isKeptBack = lines.some(({ picks }) => picks.some(({ obstacle }) => obstacle !== null))
  return isKeptBack ? 'keptBack' : status
}
