import type { QueryClient } from '@tanstack/react-query'
import { statusOf } from '@/api/errors'

/** What the state of a record refuses is no longer as the page shows it: it is fetched again, and the refusal goes on. */
export const showTruth =
  (client: QueryClient) =>
  (error: unknown): never => {
    if (statusOf(error) === 409) void client.invalidateQueries()
    throw error
  }
