import { QueryClient } from '@tanstack/react-query'
import { statusOf } from './errors'

/** Only what may pass by itself is tried again: no answer, or a server that asked us to come back. */
const PASSING = new Set([0, 502, 503, 504])

const worthRetrying = (attempt: number, error: unknown) => attempt < 2 && PASSING.has(statusOf(error) ?? -1)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Without a connection a call fails and says so; it does not wait unseen.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: worthRetrying,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
