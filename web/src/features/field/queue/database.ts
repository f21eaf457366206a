import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { FieldRecord } from '@/api/schema'

/** Whose queue it is: the company, by its host, and the user. Nobody else sees or sends it. */
export type Owner = string

export const ownerOf = (userId: string): Owner => `${window.location.host} ${userId}`

/** What waits, has arrived, or was not accepted. What was not accepted stays until the driver discards it. */
type State = 'unsent' | 'sent' | 'refused'

/** A record as the phone makes it. */
export type KeptRecord = FieldRecord & Required<Pick<FieldRecord, 'payload' | 'files'>>

/** A record with the hashes of its files. Their bytes are never in it: each writing of it would write them, too. */
export type QueuedRecord = {
  id: string
  owner: Owner
  state: State
  record: KeptRecord
  sentAt: number | null
  /** Why it was not accepted. */
  refusal: string | null
}

/** A file, without its bytes. */
export type QueuedFile = {
  key: string
  owner: Owner
  sha256: string
  name: string
  type: string
  state: State
  refusal: string | null
}

export type Queue = { records: QueuedRecord[]; files: QueuedFile[] }

/** The phone: its id, made once, and the number of its last record. */
export type Device = { id: string; seq: number }

interface QueueSchema extends DBSchema {
  records: { key: string; value: QueuedRecord; indexes: { owner: string } }
  files: { key: string; value: QueuedFile; indexes: { owner: string } }
  bytes: { key: string; value: ArrayBuffer }
  device: { key: string; value: Device }
}

const NAME = 'remessa-field'
const VERSION = 1

let opening: Promise<IDBPDatabase<QueueSchema>> | undefined

/** The database of this browser. A failed opening is tried again by the next call. */
export function openDatabase() {
  opening ??= openDB<QueueSchema>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore('records', { keyPath: 'id' }).createIndex('owner', 'owner')
      database.createObjectStore('files', { keyPath: 'key' }).createIndex('owner', 'owner')
      database.createObjectStore('bytes')
      database.createObjectStore('device')
    },
    terminated() {
      opening = undefined
    },
  }).catch((failure: unknown) => {
    opening = undefined
    throw failure
  })
  return opening
}
