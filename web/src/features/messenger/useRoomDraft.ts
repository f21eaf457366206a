import { useEffect, useRef, useState } from 'react'
import { roomDraft } from '@/api/generated/endpoints/chat/chat'
import type { RoomDetails, RoomFile } from '@/api/schema'
import type { Option } from '@/ui/fields/RemoteSelect'
import { clearDraft, readDraft, writeDraft } from '@/ui/form/draft'
import { uuidV7 } from '@/ui/form/uuid'

/** A message that is being written. Its id is made once, so that it is sent once. */
export type RoomDraft = { key: string; text: string; files: RoomFile[]; shipment?: Option }

/** The server keeps the text a moment later, for another device. */
const KEEP_MS = 1_000

const fresh = (text = ''): RoomDraft => ({ key: uuidV7(), text, files: [] })

/** The draft of a room: at once in this browser, soon after on the server. */
export function useRoomDraft({ id, draft: kept }: RoomDetails) {
  const name = `room-${id}`
  const [draft, setState] = useState<RoomDraft>(() => ({
    ...fresh(kept ?? ''),
    ...readDraft<RoomDraft>(name),
  }))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = useRef(kept ?? '')

  function keep(text: string) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (text === known.current) return
      known.current = text
      // This browser has it in any case.
      roomDraft(id, { body: text }, { quiet: true }).catch(() => {})
    }, KEEP_MS)
  }

  // A window that is closed within that moment loses nothing: this browser has the text.
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    draft,
    setDraft(change: (now: RoomDraft) => RoomDraft) {
      const next = change(draft)
      setState(change)
      writeDraft(name, next)
      keep(next.text)
    },
    /** The server deletes its draft when it takes the message. */
    discard() {
      clearTimeout(timer.current)
      known.current = ''
      setState(fresh())
      clearDraft(name)
    },
  }
}
