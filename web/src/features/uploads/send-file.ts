import { codeOf, statusOf } from '@/api/errors'
import {
  uploadAppend,
  uploadCreate,
  uploadFinish,
  uploadShow,
} from '@/api/generated/endpoints/uploads/uploads'
import type { Upload, UploadInput } from '@/api/schema'
import { hashBytes } from '@/shared/field-records/hash-bytes'

/** The fields of a file besides its contents. */
export type FileFields = Pick<UploadInput, 'folder' | 'name' | 'audience' | 'client_id'>

/** Waits before further tries, in milliseconds. Whoever has waited for the last one is told. */
const PAUSES = [1_000, 3_000, 9_000, 20_000]

/** Whether the same part may pass on another try: nobody answered, the server is busy, or it has other bytes. */
function isPassing(error: unknown) {
  const status = statusOf(error)
  return status === 0 || status === 429 || (status ?? 0) >= 500 || codeOf(error) === 'upload_incomplete'
}

const wait = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))

/**
 * Sends a file in parts, and tells how much has arrived, in percent. A broken connection costs one part. The same file
 * sent again later goes on where it stopped, and one that the company has already is not sent.
 */
export async function sendFile(
  file: File,
  fields: FileFields,
  onProgress: (percent: number) => void,
): Promise<Upload> {
  const sha256 = await hashBytes(await file.arrayBuffer())
  let { data: upload } = await uploadCreate({ ...fields, size: file.size, sha256 })
  while (upload.state === 'receiving' && upload.received < upload.size) {
    upload = await sendNextPart(file, upload, onProgress)
  }
  return upload.state === 'receiving' ? (await uploadFinish(upload.id)).data : upload
}

/** Sends the part after those that have arrived. After a failure, the server says where to go on. */
async function sendNextPart(file: File, upload: Upload, onProgress: (percent: number) => void) {
  let known = upload
  for (const pause of [...PAUSES, undefined]) {
    try {
      return await sendPart(file, known, onProgress)
    } catch (error) {
      if (pause === undefined || !isPassing(error)) throw error
      await wait(pause)
      known = (await uploadShow(known.id).catch(() => undefined))?.data ?? known
      if (known.state !== 'receiving' || known.received === known.size) return known
    }
  }
  return known
}

async function sendPart(file: File, upload: Upload, onProgress: (percent: number) => void) {
  const { id, received: offset, size, part_size } = upload
  const part = file.slice(offset, offset + part_size)
  const toWhole = (percent: number) => onProgress((100 * offset + percent * part.size) / size)
  return (await uploadAppend(id, { offset, file: part }, { onProgress: toWhole })).data
}
