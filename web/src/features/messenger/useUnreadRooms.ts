import { useRoomUnread } from '@/api/generated/endpoints/chat/chat'
import { useLink } from '@/live/link'

const POLL_MS = 15_000

/** The number of rooms with unread messages. */
export function useUnreadRooms() {
  // A live connection tells of a message at once.
  const isLive = useLink() === 'connected'
  const { data } = useRoomUnread({
    query: { refetchInterval: isLive ? false : POLL_MS, refetchOnWindowFocus: true },
    request: { quiet: true },
  })
  return data?.data.rooms ?? 0
}
