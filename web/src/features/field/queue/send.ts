import { statusOf } from '@/api/errors'
import type { FieldRecord, FieldRecordAnswer } from '@/api/schema'
import type { Queue, QueuedFile, QueuedRecord } from './database'
import { takeBatch, unsentFiles, unsentRecords } from './queue'
import type { Noted } from './store'

/** What sending needs: the queue, the server, and words for a refusal. */
export type Post = {
  read(): Promise<Queue>
  /** Throws when somebody else is signed in. */
  checkUser(): Promise<void>
  sendRecords(records: FieldRecord[]): Promise<FieldRecordAnswer[]>
  sendFile(file: QueuedFile): Promise<unknown>
  noteRecords(noted: Noted[]): Promise<void>
  noteFile(file: QueuedFile, refusal: string | null): Promise<void>
  textOf(failure: unknown): string
}

/** The server has understood the call and does not want what is in it: the same again gets the same answer. */
const REFUSED = new Set([400, 413, 415, 422])

const isRefusal = (failure: unknown) => REFUSED.has(statusOf(failure) ?? 0)

/**
 * Sends what waits: the records, which are small and tell the office what happened, and then their files. Ends by an error
 * when there is no network or no right; what was sent by then is noted. True if anything was sent.
 */
export async function sendAll(post: Post): Promise<boolean> {
  const queue = await post.read()
  if (unsentRecords(queue).length === 0 && unsentFiles(queue).length === 0) return false
  await post.checkUser()
  for (;;) {
    const batch = takeBatch(unsentRecords(await post.read()))
    if (batch.length === 0) break
    await sendBatch(post, batch)
  }
  for (const file of unsentFiles(await post.read())) await sendFile(post, file)
  return true
}

/** A call that is refused as a whole is repeated record by record: only the one that is wrong stays behind. */
async function sendBatch(post: Post, batch: QueuedRecord[]): Promise<void> {
  try {
    const answers = await post.sendRecords(batch.map(({ record }) => record))
    await post.noteRecords(batch.map(({ id }) => ({ id, refusal: refusalOf(id, answers) })))
  } catch (failure) {
    const [first, ...others] = batch
    if (!first || !isRefusal(failure)) throw failure
    if (others.length === 0) return post.noteRecords([{ id: first.id, refusal: post.textOf(failure) }])
    for (const row of batch) await sendBatch(post, [row])
  }
}

function refusalOf(id: string, answers: FieldRecordAnswer[]) {
  const answer = answers.find((one) => one.id === id)
  if (!answer) throw new Error('A record has no answer.')
  return answer.message_code ? (answer.message ?? answer.verdict) : null
}

async function sendFile(post: Post, file: QueuedFile) {
  try {
    await post.sendFile(file)
    await post.noteFile(file, null)
  } catch (failure) {
    if (!isRefusal(failure)) throw failure
    await post.noteFile(file, post.textOf(failure))
  }
}
