import { useLookupStates } from './generated/endpoints/lookups/lookups'

/** The states of a country, to choose from; none until they are there. */
export function useStates(countryId: number | null) {
  const { data } = useLookupStates(String(countryId), {
    query: { enabled: countryId !== null, staleTime: Number.POSITIVE_INFINITY },
  })
  return (data?.data ?? []).map(({ id, name }) => ({ id, label: name }))
}
