import { type PickListDetails, PickListStatus } from '@/api/schema'

type Known = Pick<PickListDetails, 'status' | 'picked' | 'returned' | 'lines'>

/** What has to be done with a list now: by its status, unless its goods came back or can no longer be picked. */
export function nextStep({
  status,
  picked,
  returned,
  lines,
}: Known): PickListStatus | 'returned' | 'keptBack' {
  if (status === PickListStatus.Picked && picked === returned) return 'returned'
  const isKeptBack = lines.some(({ picks }) => picks.some(({ obstacle }) => obstacle !== null))
  return isKeptBack ? 'keptBack' : status
}
