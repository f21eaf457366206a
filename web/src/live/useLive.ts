import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onceOnline } from '@/ui/once-online'

/** Fetched when the page stands: the server tells what happened in between. */
const load = () =>
  onceOnline(() => Promise.all([import('./follow'), import('./apply'), import('./progress')]))

/** Keeps everything this page shows up to date, for as long as its user is signed in. */
export function useLive(userId: string) {
  const queryClient = useQueryClient()
  useEffect(() => {
    let leave: (() => void) | undefined
    let isOver = false
    load()
      .then(([{ follow }, { Refresher }, { showProgress }]) => {
        if (isOver) return
        const refresher = new Refresher(queryClient)
        const unfollow = follow(userId, {
          event: ({ event, spread_ms }) => refresher.event(event, spread_ms),
          progress: (of) => showProgress(queryClient, of),
          lost: () => refresher.everything(),
        })
        leave = () => {
          unfollow()
          refresher.end()
        }
      })
      // Without it, pages ask as they did before.
      .catch(() => undefined)
    return () => {
      isOver = true
      leave?.()
    }
  }, [userId, queryClient])
}
