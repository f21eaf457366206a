import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import type { BackgroundTask } from '@/api/schema'
import { saveAwaited } from '@/ui/dialogs/awaited-files'
import { notify } from '@/ui/dialogs/notify'
import { isCancelled, isPending, kindKey } from './status'

const POLL_MS = 1000

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

/**
 * Saves the files this tab waits for. Says it once when something that was under way has ended: a failure always, the
 * rest to who wants to be told.
 */
export function useEndNotices(tasks: BackgroundTask[]) {
  const { t } = useTranslation('processes')
  const watched = useRef(new Set<string>())
  useEffect(() => {
    for (const task of tasks) {
      if (isPending(task)) {
        watched.current.add(task.id)
        continue
      }
      if (task.file && task.can.download) saveAwaited(task.id, task.file.url)
      if (watched.current.delete(task.id)) {
        const kind = t(kindKey(task.kind))
        if (isCancelled(task)) {
          if (task.told) notify.info(t('cancelledNotice', { kind }), { id: task.id })
        } else if (task.failed_at) notify.error(t('failedNotice', { kind }), { id: task.id })
        else if (task.told) notify.success(t('completedNotice', { kind }), { id: task.id })
      }
    }
  }, [tasks, t])
}
