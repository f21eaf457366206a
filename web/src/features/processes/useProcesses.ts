import { useBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import type { BackgroundTask } from '@/api/schema'
import { progressPoll } from '@/live/link'

/** The user's processes. Their progress arrives through the live connection; without one it is asked for. */
export function useProcesses() {
  const { data, ...rest } = useBackgroundTaskList(undefined, {
    query: {
      refetchInterval: ({ state }) => progressPoll((state.data?.meta.pending ?? 0) > 0),
      refetchOnWindowFocus: true,
    },
    request: { quiet: true },
  })
  return { ...rest, tasks: data?.data ?? NONE, pending: data?.meta.pending ?? 0, loaded: data !== undefined }
}

const NONE: BackgroundTask[] = []
