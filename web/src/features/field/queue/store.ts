import type { FieldFileRef, ProofKind } from '@/api/schema'
import { hashBytes } from '@/shared/field-records/hash-bytes'
import { uuidV7 } from '@/ui/form/uuid'
import {
  type Device,
  type KeptRecord,
  type Owner,
  openDatabase,
  type Queue,
  type QueuedFile,
  type QueuedRecord,
} from './database'

/** A file that belongs to a record, with its bytes and the hash that names it. */
export type HashedFile = FieldFileRef & { name: string; type: string; bytes: ArrayBuffer }

const THIS = 'this'
/** What has arrived stays so long: it can be undone for 10 minutes, and a run is on the phone for 12 hours. */
const KEEP_SENT_MS = 12 * 60 * 60_000

/** Written to the disk, not only handed to the system: the next thing may be an empty battery. */
const SAFE = { durability: 'strict' } as const

const keyOf = (owner: Owner, sha256: string) => `${owner} ${sha256}`

export async function hashFile(file: File, kind: ProofKind): Promise<HashedFile> {
  const bytes = await file.arrayBuffer()
  return { sha256: await hashBytes(bytes), kind, name: file.name, type: file.type, bytes }
}

type NewRecord = {
  owner: Owner
  files: HashedFile[]
  make(device: Device): KeptRecord
}

/** Keeps a record and its files, all or nothing. It is done when the transaction is complete. */
export async function keepRecord({ owner, files, make }: NewRecord): Promise<KeptRecord> {
  const database = await openDatabase()
  const tx = database.transaction(['records', 'files', 'bytes', 'device'], 'readwrite', SAFE)
  const known = await tx.objectStore('device').get(THIS)
  const device = { id: known?.id ?? uuidV7(), seq: (known?.seq ?? 0) + 1 }
  const record = make(device)
  const row: QueuedRecord = { id: record.id, owner, state: 'unsent', record, sentAt: null, refusal: null }
  await settle([
    tx.objectStore('device').put(device, THIS),
    tx.objectStore('records').put(row),
    ...files.flatMap(({ sha256, name, type, bytes }) => {
      const key = keyOf(owner, sha256)
      const file: QueuedFile = { key, owner, sha256, name, type, state: 'unsent', refusal: null }
      return [tx.objectStore('files').put(file), tx.objectStore('bytes').put(bytes, key)]
    }),
    tx.done,
  ])
  announce(owner)
  return record
}

/** Waits for all. A full disk ends the transaction, and each part of it fails in its own way: the cause is thrown. */
async function settle(parts: Promise<unknown>[]) {
  const results = await Promise.allSettled(parts)
  const failures = results.filter((one) => one.status === 'rejected').map((one): unknown => one.reason)
  if (failures.length > 0) throw failures.find(isOutOfRoom) ?? failures[0]
}

export const isOutOfRoom = (failure: unknown) =>
  failure instanceof Error && failure.name === 'QuotaExceededError'

/** Everything of this owner, the records in their order. */
export async function readQueue(owner: Owner): Promise<Queue> {
  const database = await openDatabase()
  const tx = database.transaction(['records', 'files'])
  const [records, files] = await Promise.all([
    tx.objectStore('records').index('owner').getAll(owner),
    tx.objectStore('files').index('owner').getAll(owner),
  ])
  return { records: records.sort((a, b) => a.record.seq - b.record.seq), files }
}

export const readBytes = async (key: string) => (await openDatabase()).get('bytes', key)

/** Which records have arrived, or why not. */
export type Noted = { id: string; refusal: string | null }

export async function noteRecords(owner: Owner, noted: Noted[], at = Date.now()) {
  const database = await openDatabase()
  const tx = database.transaction('records', 'readwrite', SAFE)
  for (const { id, refusal } of noted) {
    const row = await tx.store.get(id)
    if (row) await tx.store.put({ ...row, state: refusal === null ? 'sent' : 'refused', sentAt: at, refusal })
  }
  await tx.done
  announce(owner)
}

/** A file has arrived: its bytes are not needed any more. One that was refused is kept for the export. */
export async function noteFile(file: QueuedFile, refusal: string | null) {
  const database = await openDatabase()
  const tx = database.transaction(['files', 'bytes'], 'readwrite', SAFE)
  const state = refusal === null ? 'sent' : 'refused'
  await tx.objectStore('files').put({ ...file, state, refusal })
  if (state === 'sent') await tx.objectStore('bytes').delete(file.key)
  await tx.done
  announce(file.owner)
}

/** Deletes what arrived long ago. */
export async function deleteOld(owner: Owner, now = Date.now()) {
  const { records, files } = await readQueue(owner)
  const isOld = (row: QueuedRecord) => row.state === 'sent' && (row.sentAt ?? now) + KEEP_SENT_MS < now
  const old = records.filter(isOld)
  if (old.length === 0) return
  const kept = new Set(records.filter((row) => !isOld(row)).flatMap(hashesOf))
  const unnamed = files.filter(({ state, sha256 }) => state === 'sent' && !kept.has(sha256))
  await remove(owner, old, unnamed)
}

/** Deletes what was not accepted, with the files that only it names. */
export async function discardRefused(owner: Owner) {
  const { records, files } = await readQueue(owner)
  const refused = records.filter(({ state }) => state === 'refused')
  const kept = new Set(records.filter(({ state }) => state !== 'refused').flatMap(hashesOf))
  const unnamed = files.filter(({ state, sha256 }) => state === 'refused' || !kept.has(sha256))
  await remove(owner, refused, unnamed)
}

async function remove(owner: Owner, records: QueuedRecord[], files: QueuedFile[]) {
  const database = await openDatabase()
  const tx = database.transaction(['records', 'files', 'bytes'], 'readwrite', SAFE)
  for (const { id } of records) await tx.objectStore('records').delete(id)
  for (const { key } of files) {
    await tx.objectStore('files').delete(key)
    await tx.objectStore('bytes').delete(key)
  }
  await tx.done
  announce(owner)
}

const hashesOf = ({ record }: QueuedRecord) => record.files.map(({ sha256 }) => sha256)

const CHANNEL = 'remessa-field'

/** Listeners of this page. They hear it directly: what a driver sees does not depend on the channel to other pages. */
const listeners = new Set<(owner: Owner) => void>()
let channel: BroadcastChannel | undefined

/** The channel to the other pages of this browser. */
function openChannel() {
  if (!channel) {
    channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => tellPage(data)
  }
  return channel
}

function tellPage(owner: Owner) {
  for (const listener of listeners) listener(owner)
}

/** Tells every page of this browser, this one included, that the queue has changed. */
function announce(owner: Owner) {
  tellPage(owner)
  openChannel().postMessage(owner)
}

export function onQueueChange(owner: Owner, listener: () => void) {
  const hear = (changed: Owner) => {
    if (changed === owner) listener()
  }
  openChannel()
  listeners.add(hear)
  return () => void listeners.delete(hear)
}
