import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import {
  fieldFilePut,
  fieldRecordCreate,
  invalidateFieldRouteList,
} from '@/api/generated/endpoints/field/field'
import type { FieldFileRef, FieldPayload, FieldRecord, FieldStop, ProofKind, RecordKind } from '@/api/schema'
import { shrinkPhoto } from '@/ui/shrink-photo'
import { findPosition, findUndoable, hashOf, makeRecord, remember } from './driver-records'

type Said = {
  kind: RecordKind
  payload: Partial<FieldPayload>
  photo?: File | null
  signature?: File | null
}

const traitsOf = (file: File | null | undefined) => [file?.name, file?.size, file?.lastModified]

/** Sends what the driver says of a stop. A call without an answer is repeated with the same record. */
export function useRecording(stop: FieldStop) {
  const { t } = useTranslation('field')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** The last attempt: what was said, and the record made of it. */
  const attempt = useRef<{ said: string; record: FieldRecord }>(undefined)

  async function recordOf({ kind, payload, photo, signature }: Said) {
    const said = JSON.stringify([kind, payload, traitsOf(photo), traitsOf(signature)])
    if (attempt.current?.said === said) return attempt.current.record
    const files = [
      ...(photo ? [await sendFile(await shrinkPhoto(photo), 'photo')] : []),
      ...(signature ? [await sendFile(signature, 'signature')] : []),
    ]
    const record = makeRecord({ stop: stop.id, kind, payload, files, position: await findPosition() })
    attempt.current = { said, record }
    return record
  }

  /** True once the server has it. */
  async function send(said: Said) {
    setBusy(true)
    setFailure(undefined)
    try {
      const record = await recordOf(said)
      const { data } = await fieldRecordCreate({ records: [record] })
      const [answer] = data
      if (answer?.message) {
        attempt.current = undefined
        setFailure(answer.message)
        return false
      }
      attempt.current = undefined
      remember(stop.id, said.kind === 'undo' ? undefined : record.id)
      await invalidateFieldRouteList(client)
      return true
    } catch (error) {
      setFailure(errorText(error) || t('failed'))
      return false
    } finally {
      setBusy(false)
    }
  }

  const undoable = findUndoable(stop.id)
  return {
    busy,
    failure,
    send,
    undo: undoable ? () => send({ kind: 'undo', payload: { undoes: undoable } }) : undefined,
  }
}

async function sendFile(file: File, kind: ProofKind): Promise<FieldFileRef> {
  const sha256 = await hashOf(file)
  await fieldFilePut(sha256, { file })
  return { sha256, kind }
}
