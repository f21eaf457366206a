import { useBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import type { BackgroundTask } from '@/api/schema'

export const POLL_MS = 1000

/** The user's processes. Asked again each second while one is under way, and not at all otherwise. */
export function useProcesses() {
  const { data, ...rest } = useBackgroundTaskList(undefined, {
    query: {
      refetchInterval: ({ state }) => ((state.data?.meta.pending ?? 0) > 0 ? POLL_MS : false),
      refetchOnWindowFocus: true,
    },
    request: { quiet: true },
  })
  return { ...rest, tasks: data?.data ?? NONE, pending: data?.meta.pending ?? 0, loaded: data !== undefined }
}

const NONE: BackgroundTask[] = []
