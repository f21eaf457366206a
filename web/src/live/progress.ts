import type { QueryClient } from '@tanstack/react-query'
import type { BackgroundTask, LiveProgress, Notification } from '@/api/schema'
import { heardProgress } from './link'

type Move<T> = (one: T) => T

const isOver = (task: BackgroundTask) => Boolean(task.completed_at ?? task.failed_at)

const moveTask =
  ({ id, stage, progress, done, total }: LiveProgress): Move<BackgroundTask> =>
  (task) =>
    task.id !== id || isOver(task) ? task : { ...task, stage, progress, done, total }

const moveNotification =
  ({ id, stage, progress }: LiveProgress): Move<Notification> =>
  (one) =>
    one.ref !== `background_task:${id}` || one.notification_type !== 'progress' || !one.progress
      ? one
      : { ...one, progress: { ...one.progress, code: stage, progress } }

type Known<T> = { data: T | T[] } | { pages: { data: T[] }[] } | undefined

/** In an item, a list, or a list of pages. */
function moved<T>(known: Known<T>, move: Move<T>): Known<T> {
  if (!known) return known
  if ('pages' in known)
    return { ...known, pages: known.pages.map((page) => ({ ...page, data: page.data.map(move) })) }
  return { ...known, data: Array.isArray(known.data) ? known.data.map(move) : move(known.data) }
}

/** Moves a process in everything that shows it. One that has ended does not move. */
export function showProgress(queryClient: QueryClient, of: LiveProgress) {
  heardProgress()
  queryClient.setQueriesData<Known<BackgroundTask>>({ queryKey: ['background_tasks'] }, (known) =>
    moved(known, moveTask(of)),
  )
  queryClient.setQueriesData<Known<Notification>>({ queryKey: ['notifications'] }, (known) =>
    moved(known, moveNotification(of)),
  )
}
