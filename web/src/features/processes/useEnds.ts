import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { invalidateNotificationList } from '@/api/generated/endpoints/notifications/notifications'
import type { BackgroundTask } from '@/api/schema'
import { saveAwaited } from '@/ui/dialogs/awaited-files'
import { isPending } from './status'

/** Saves the files this tab waits for. */
export function useAwaitedFiles(tasks: BackgroundTask[]) {
  useEffect(() => {
    for (const task of tasks) {
      if (task.file && task.can.download) saveAwaited(task.id, task.file.url)
    }
  }, [tasks])
}

/** Asks for the notifications as soon as a process that was under way has ended. */
export function useEnds(tasks: BackgroundTask[]) {
  const client = useQueryClient()
  const watched = useRef(new Set<string>())
  useEffect(() => {
    const pending = new Set(tasks.filter(isPending).map(({ id }) => id))
    const hasEnded = [...watched.current].some((id) => !pending.has(id))
    const hasBegun = [...pending].some((id) => !watched.current.has(id))
    watched.current = pending
    if (hasEnded || hasBegun) void invalidateNotificationList(client)
  }, [tasks, client])
}
