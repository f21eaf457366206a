import type { FieldFileRef, FieldPayload, RecordKind } from '@/api/schema'
import { serverOffset } from '@/api/server-clock'
import { uuidV7 } from '@/ui/form/uuid'
import type { Device, KeptRecord } from './queue/database'

export type Position = { latitude: number; longitude: number; accuracy_m: number }

const PATIENCE_MS = 4_000
/** The server takes no larger one. Such a place is that of a network, not of a phone. */
const LARGEST_ACCURACY_M = 100_000

/** Where the phone is, if it says so in time. Asked at a record only. */
export const findPosition = () =>
  new Promise<Position | undefined>((done) => {
    if (!('geolocation' in navigator)) return done(undefined)
    // The browser's own limit does not begin before its question for the permission is answered.
    setTimeout(() => done(undefined), PATIENCE_MS)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        done({
          latitude: coords.latitude,
          longitude: coords.longitude,
          accuracy_m: Math.min(coords.accuracy, LARGEST_ACCURACY_M),
        }),
      () => done(undefined),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 60_000 },
    )
  })

type NewRecord = {
  device: Device
  stop: string
  kind: RecordKind
  at: Date
  payload: Partial<FieldPayload>
  files: FieldFileRef[]
  position: Position | undefined
}

/** A record as the server takes it. Its id is made before the first try, so that the same one can be sent again. */
export const makeRecord = ({ device, stop, kind, at, payload, files, position }: NewRecord): KeptRecord => ({
  id: uuidV7(at.getTime()),
  route_stop_id: stop,
  device: device.id,
  seq: device.seq,
  kind,
  at: at.toISOString(),
  offset_s: serverOffset() ?? null,
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
  files: files.map(({ sha256, kind: of }) => ({ sha256, kind: of })),
})
