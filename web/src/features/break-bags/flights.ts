import { useMawbEventList } from '@/api/generated/endpoints/consolidation/consolidation'
import type { BreakBag } from '@/api/schema'
import { useProfile } from '@/context/session'

/** The flights that bring the pieces of an air waybill, as their manifests say; none where nobody knows. */
export function useFlights(broken: Pick<BreakBag, 'mawb_id'> | undefined) {
  const { can } = useProfile()
  const mawb_id = broken?.mawb_id ?? null
  const enabled = mawb_id !== null && can['mawb.show'] === true
  const result = useMawbEventList(mawb_id ?? '', { query: { enabled } })
  const isAwaited = enabled && !result.isFetched
  return { result, flights: result.data?.data.progress.flights ?? [], isAwaited }
}

/** A break-bag, as one still loading until its flights are there: they would move what stands below them. */
export function useOnceFlightsAreThere<R extends { data: { data: BreakBag } | undefined }>(result: R) {
  const { isAwaited } = useFlights(result.data?.data)
  return isAwaited ? { ...result, data: undefined } : result
}
