import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FOREVER } from '@/api/forever'
import {
  getLookupCountriesQueryOptions,
  getLookupCurrenciesQueryOptions,
  getLookupDdiQueryOptions,
  getLookupLanguagesQueryOptions,
  getLookupLocalesQueryOptions,
} from '@/api/generated/endpoints/lookups/lookups'
import { whenIdle } from './when-idle'

/** Where earlier versions kept the filter of the list of shipments. It is in the address now. */
const OLD_FILTER = 'shipments-list-filter'

const QUIET = { ...FOREVER, request: { quiet: true } }

/** After the first paint: fetches what most forms choose from, and removes what nothing reads any more. */
export function useStartUp() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      whenIdle(() => {
        localStorage.removeItem(OLD_FILTER)
        void queryClient.prefetchQuery(getLookupCountriesQueryOptions(QUIET))
        void queryClient.prefetchQuery(getLookupDdiQueryOptions(QUIET))
        void queryClient.prefetchQuery(getLookupCurrenciesQueryOptions(QUIET))
        void queryClient.prefetchQuery(getLookupLanguagesQueryOptions(QUIET))
        void queryClient.prefetchQuery(getLookupLocalesQueryOptions(QUIET))
      }),
    [queryClient],
  )
}
