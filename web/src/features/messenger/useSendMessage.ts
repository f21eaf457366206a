import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf, errorText, fieldTexts } from '@/api/errors'
import {
  invalidateRoomList,
  invalidateRoomMessageList,
  invalidateRoomShow,
  roomSend,
} from '@/api/generated/endpoints/chat/chat'
import type { RoomDraft } from './useRoomDraft'

type Handlers = {
  onSent(): void
  /** The server already has this id with another text; the changed text has to be a new message. */
  onKeyUsed(): void
}

/** Sends a draft. After a failure the same draft is sent again under the same id, so it arrives once. */
export function useSendMessage(roomId: string, { onSent, onKeyUsed }: Handlers) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send({ key, text, files, shipment }: RoomDraft) {
    setSending(true)
    try {
      const file_ids = files.map(({ id }) => id)
      await roomSend(
        roomId,
        { key, body: text, file_ids, shipment_id: shipment?.id ?? null },
        { quiet: true },
      )
      setProblem(undefined)
      onSent()
      void invalidateRoomMessageList(client, roomId)
      void invalidateRoomShow(client, roomId)
      void invalidateRoomList(client)
    } catch (error) {
      if (codeOf(error) === 'key_used') onKeyUsed()
      setProblem(Object.values(fieldTexts(error)).join(' ') || errorText(error))
    } finally {
      setSending(false)
    }
  }

  return { send, sending, problem }
}
