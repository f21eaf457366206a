import type { FieldFileRef, FieldPayload, FieldRecord, RecordKind } from '@/api/schema'
import { uuidV7 } from '@/ui/form/uuid'

const DEVICE = 'field-device'
const COUNTER = 'field-seq'
const MADE = 'field-made'

/** A driver can take a record back for so long. */
export const UNDO_MS = 10 * 60_000

/** The newest record of a stop that this phone has sent. */
type Made = { id: string; at: number }

const read = (name: string) => window.localStorage.getItem(name)

/** The phone's own id, made once. */
function deviceId() {
  const known = read(DEVICE)
  if (known) return known
  const made = uuidV7()
  window.localStorage.setItem(DEVICE, made)
  return made
}

/** Counts the records of this phone. */
function nextSeq() {
  const next = Number(read(COUNTER) ?? 0) + 1
  window.localStorage.setItem(COUNTER, String(next))
  return next
}

export type Position = { latitude: number; longitude: number; accuracy_m: number }

const PATIENCE_MS = 4_000

/** Where the phone is, if it says so in time. Asked at a record only. */
export const findPosition = () =>
  new Promise<Position | undefined>((done) => {
    if (!('geolocation' in navigator)) return done(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        done({ latitude: coords.latitude, longitude: coords.longitude, accuracy_m: coords.accuracy }),
      () => done(undefined),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 60_000 },
    )
  })

type NewRecord = {
  stop: string
  kind: RecordKind
  payload: Partial<FieldPayload>
  files?: FieldFileRef[]
  position?: Position | undefined
}

/** A record as the server takes it. The same one can be sent again. */
export const makeRecord = ({ stop, kind, payload, files = [], position }: NewRecord): FieldRecord => ({
  id: uuidV7(),
  route_stop_id: stop,
  device: deviceId(),
  seq: nextSeq(),
  kind,
  at: new Date().toISOString(),
  // Not measured. The server shows no time after the receipt.
  offset_s: null,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  accuracy_m: position?.accuracy_m ?? null,
  payload: {
    name: null,
    relationship: null,
    document_number: null,
    parcels: null,
    reason: null,
    undoes: null,
    proof_impossible: null,
    note: null,
    ...payload,
  },
  files,
})

function readMade(): Record<string, Made> {
  try {
    return JSON.parse(read(MADE) ?? '{}') as Record<string, Made>
  } catch {
    return {}
  }
}

/** Remembers the record of a stop, so that it can be undone; none once it is. */
export function remember(stop: string, record: string | undefined) {
  const { [stop]: _, ...others } = readMade()
  const fresh = Object.entries(others).filter(([, { at }]) => at + UNDO_MS > Date.now())
  const next = Object.fromEntries(fresh)
  if (record) next[stop] = { id: record, at: Date.now() }
  window.localStorage.setItem(MADE, JSON.stringify(next))
}

/** The record of a stop that can still be undone. */
export function findUndoable(stop: string) {
  const made = readMade()[stop]
  return made && made.at + UNDO_MS > Date.now() ? made.id : undefined
}

/** The hash by which a record names a file. */
export async function hashOf(file: File) {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
