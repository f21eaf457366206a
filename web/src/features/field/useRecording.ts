import { useEffect, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldPayload, RecordKind } from '@/api/schema'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { shrinkPhoto, UnreadablePicture } from '@/ui/shrink-photo'
import { findPosition, makeRecord } from './driver-records'
import { ownerOf } from './queue/database'
import { type TakenFile, writeWithRoom } from './queue/photo-room'
import { findUndoable, isUnsent } from './queue/queue'
import { hashFile, keepRecord } from './queue/store'
import { sendSoon } from './sending'
import { useQueue } from './useQueue'

type Said = {
  kind: RecordKind
  payload: Partial<FieldPayload>
  photo?: File | null
  signature?: File | null
}

/** Keeps what the driver says of a stop on the phone. It is sent when there is a network; nobody waits for that. */
export function useRecording(stop: { id: string }) {
  const { t } = useTranslation('field')
  const owner = ownerOf(useProfile().id)
  const queue = useQueue()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function write({ kind, payload, photo, signature }: Said) {
    const at = new Date()
    const taken: TakenFile[] = [
      ...(photo ? [{ kind: 'photo' as const, file: await shrinkPhoto(photo) }] : []),
      ...(signature ? [{ kind: 'signature' as const, file: signature }] : []),
    ]
    const position = await findPosition()
    return writeWithRoom({
      files: taken,
      shrink: shrinkPhoto,
      async write(files) {
        const isShort = files.length < taken.length
        // The office learns why the proof is missing, and the server takes the record.
        const isProof = kind === 'deliver' || kind === 'collect'
        const excuse = isShort && isProof && !payload.proof_impossible
        const said = excuse ? { ...payload, proof_impossible: t('noRoomReason') } : payload
        const hashed = await Promise.all(files.map((one) => hashFile(one.file, one.kind)))
        const rest = { stop: stop.id, kind, at, payload: said, files: hashed, position }
        await keepRecord({ owner, files: hashed, make: (device) => makeRecord({ device, ...rest }) })
        return isShort
      },
    })
  }

  /** True once it is kept on the phone. */
  async function send(said: Said) {
    setBusy(true)
    setFailure(undefined)
    try {
      const isShort = await write(said)
      if (isShort) notify.warning(t('noRoomForPhoto'))
      // Asked once something depends on it: the browser then does not empty the queue to make room.
      void navigator.storage?.persist?.().catch(() => false)
      sendSoon()
      return true
    } catch (error) {
      setFailure(error instanceof UnreadablePicture ? t('unreadablePhoto') : t('notKept'))
      return false
    } finally {
      setBusy(false)
    }
  }

  const undoable = findUndoable(queue, stop.id)
  useRepeatedLook(undoable !== undefined)
  return {
    busy,
    failure,
    send,
    /** The record that can be taken back is on this phone alone. */
    isUndoUnsent: undoable !== undefined && isUnsent(queue, undoable),
    undo: undoable ? () => send({ kind: 'undo', payload: { undoes: undoable } }) : undefined,
  }
}

const LOOK_MS = 5_000

/** Draws again now and then: what is offered for ten minutes is refused afterwards. */
function useRepeatedLook(isOffered: boolean) {
  const [, look] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!isOffered) return
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [isOffered])
}
