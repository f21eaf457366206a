import { useDashboardWaiting } from '@/api/generated/endpoints/dashboard/dashboard'
import type { ProfileMenu, Waits } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useNewest } from '@/features/notifications/useNewest'
import { useLink } from '@/live/link'

const POLL_MS = 60_000

/** Numbers of records that wait for the user, by the entry of the menu that leads to them. */
export type Waiting = Partial<Record<keyof ProfileMenu, Waits | null>>

export function useWaiting(): Waiting {
  const { menu } = useProfile()
  // A live connection tells of each change.
  const isLive = useLink() === 'connected'
  const { data } = useDashboardWaiting({
    query: {
      enabled: Boolean(menu.dashboard),
      refetchInterval: isLive ? false : POLL_MS,
      refetchOnWindowFocus: true,
    },
    request: { quiet: true },
  })
  const { unread, capped = false } = useNewest(Boolean(menu.notifications))
  return { ...data?.data, notifications: { total: unread, total_capped: capped } }
}
