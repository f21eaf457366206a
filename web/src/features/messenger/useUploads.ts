import { useState } from 'react'
import { errorText, fieldTexts } from '@/api/errors'
import { roomAttach } from '@/api/generated/endpoints/chat/chat'
import type { RoomFile } from '@/api/schema'

/** Uploads chosen, pasted and dropped files, one after the other. */
export function useUploads(roomId: string, onUploaded: (file: RoomFile) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function add(files: File[]) {
    setBusy(true)
    setProblem(undefined)
    try {
      for (const file of files) {
        const { data } = await roomAttach(roomId, { file, file_name: file.name })
        onUploaded(data)
      }
    } catch (error) {
      setProblem(fieldTexts(error).file ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return { add, busy, problem }
}
