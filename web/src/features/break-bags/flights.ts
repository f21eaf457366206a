import type { QueryClient } from '@tanstack/react-query'
import {
  getMawbEventListQueryKey,
  useMawbEventList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { BreakBag, CargoEvents, CargoFlight } from '@/api/schema'
import { useProfile } from '@/context/session'

/** The flights that bring the pieces of an air waybill, as their manifests say; none where nobody knows. */
export function useFlights({ mawb_id }: BreakBag): CargoFlight[] {
  const { can } = useProfile()
  const enabled = mawb_id !== null && can['mawb.show']
  const result = useMawbEventList(mawb_id ?? '', { query: { enabled } })
  return result.data?.data.progress.flights ?? []
}

/** Those with pieces that are not there yet, as far as the page knows. */
export function findAwaited(client: QueryClient, { mawb_id }: BreakBag): CargoFlight[] {
  if (mawb_id === null) return []
  const told = client.getQueryData<{ data: CargoEvents }>(getMawbEventListQueryKey(mawb_id))
  return (told?.data.progress.flights ?? []).filter(({ expected, received }) => received < expected)
}
