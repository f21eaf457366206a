import {
  type FieldPickup,
  type FieldRoute,
  type FieldStop,
  PickupStatus,
  type StopResult,
} from '@/api/schema'
import { shipmentCode } from '@/shared/tracking/codes'
import type { Queue, QueuedFile, QueuedRecord } from './database'

/** A driver can take a record back for so long. */
export const UNDO_MS = 10 * 60_000

export const MAX_RECORDS = 50
/** The server measures 64 kB by its own writing of the same records, which may be longer. */
export const MAX_BYTES = 48 * 1024

/** The first of the records that fit into one call. One alone always goes: the server says what is wrong with it. */
export function takeBatch(records: QueuedRecord[]): QueuedRecord[] {
  const batch: QueuedRecord[] = []
  let bytes = 0
  for (const row of records) {
    bytes += new TextEncoder().encode(JSON.stringify(row.record)).length
    if (batch.length === MAX_RECORDS || (batch.length > 0 && bytes > MAX_BYTES)) break
    batch.push(row)
  }
  return batch
}

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000

/** How long to wait after so many failures in a row. The server may ask for longer. */
export const pauseAfter = (failures: number, retryAfter = 0) =>
  Math.max(retryAfter * 1000, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)))

const waits = ({ state }: { state: QueuedRecord['state'] }) => state === 'unsent'

export const unsentRecords = ({ records }: Queue) => records.filter(waits)
export const unsentFiles = ({ files }: Queue) => files.filter(waits)

const lacksFile = ({ record }: QueuedRecord, files: QueuedFile[]) =>
  record.files.some(({ sha256 }) => files.some((file) => file.sha256 === sha256 && waits(file)))

/** Records of which the record itself or a file has not arrived. */
export const countUnsent = ({ records, files }: Queue) =>
  records.filter((row) => waits(row) || (row.state === 'sent' && lacksFile(row, files))).length

export const refusalsOf = ({ records, files }: Queue) =>
  [...records, ...files].filter(({ state }) => state === 'refused')

type Loaded = { queue: Queue; loadedAt: number }

/** The runs as the server knows them, and on top what this phone has recorded since. */
export const withOwnRecords = (routes: FieldRoute[], loaded: Loaded): FieldRoute[] =>
  routes.map((route) => ({
    ...route,
    stops: route.stops.map((stop) => newerRecordsOf(stop.id, loaded).reduce(withRecord, stop)),
    pickups: route.pickups.map((pickup) => newerRecordsOf(pickup.id, loaded).reduce(withCollection, pickup)),
  }))

/** Records of this phone at a stop that the loaded runs do not have yet. */
export function newerRecordsOf(stop: string, { queue, loadedAt }: Loaded) {
  const isAhead = (row: QueuedRecord) =>
    waits(row) || (row.state === 'sent' && ((row.sentAt ?? 0) >= loadedAt || lacksFile(row, queue.files)))
  const newer = queue.records.filter((row) => row.record.route_stop_id === stop && isAhead(row))
  return newer.map(({ record }) => record)
}

const isCollected = ({ status }: Pick<FieldPickup, 'status'>) =>
  status === PickupStatus.Collected || status === PickupStatus.Partial

function withCollection(pickup: FieldPickup, record: QueuedRecord['record']): FieldPickup {
  const { kind, payload, at } = record
  if (kind === 'undo') return { ...pickup, status: PickupStatus.OnRoute, done_at: null }
  if (kind === 'fail' && !isCollected(pickup)) return { ...pickup, status: PickupStatus.Failed, done_at: at }
  if (kind !== 'collect' || isCollected(pickup)) return pickup
  const scanned = payload.codes?.map(shipmentCode)
  const isWhole = pickup.shipments.every(({ tracking_code }) => scanned?.includes(tracking_code) ?? true)
  return { ...pickup, status: isWhole ? PickupStatus.Collected : PickupStatus.Partial, done_at: at }
}

function withRecord(stop: FieldStop, record: QueuedRecord['record']): FieldStop {
  const outcome = resultOf(record, stop)
  if (outcome === undefined) return stop
  const isDone = outcome !== null
  return {
    ...stop,
    outcome,
    reason: isDone ? (record.payload.reason ?? null) : null,
    done_at: isDone ? record.at : null,
  }
}

/** What becomes of a stop by a record: null if it is open again, undefined if nothing changes. */
function resultOf({ kind, payload }: QueuedRecord['record'], stop: FieldStop): StopResult | null | undefined {
  if (kind === 'undo') return null
  if (kind === 'fail')
    return stop.outcome === 'delivered' || stop.outcome === 'partial' ? undefined : 'failed'
  if (kind !== 'deliver') return undefined
  const onBoard = stop.parcels.filter(({ loaded }) => loaded).length
  return payload.parcels && payload.parcels.length < onBoard ? 'partial' : 'delivered'
}

const OUTCOMES = ['deliver', 'collect', 'fail']

/** The newest outcome of a stop that this phone has recorded and can still take back. */
export function findUndoable({ records }: Queue, stop: string, now = Date.now()): string | undefined {
  const own = records.filter((row) => row.record.route_stop_id === stop && row.state !== 'refused')
  const undone = new Set(own.map(({ record }) => record.payload.undoes))
  const outcome = own.findLast(({ record }) => OUTCOMES.includes(record.kind))
  if (!outcome || undone.has(outcome.id)) return undefined
  return Date.parse(outcome.record.at) + UNDO_MS > now ? outcome.id : undefined
}

/** Whether a record is still on this phone alone. */
export const isUnsent = ({ records }: Queue, id: string) => records.some((row) => row.id === id && waits(row))

/** A clock that is wrong by more than a quarter of an hour: the office would ask about every record. */
const LARGEST_OFFSET_S = 15 * 60

export const isClockWrong = (offset: number | undefined) => Math.abs(offset ?? 0) > LARGEST_OFFSET_S
