import { describe, expect, it } from 'vitest'
import type { FieldRoute, FieldStop, RecordKind } from '@/api/schema'
import { makeRecord } from '../driver-records'
import type { Queue, QueuedFile, QueuedRecord } from './database'
import {
  countUnsent,
  findUndoable,
  isClockWrong,
  MAX_RECORDS,
  pauseAfter,
  takeBatch,
  UNDO_MS,
  withOwnRecords,
} from './queue'

const AT = new Date('2026-11-26T10:00:00Z')
const HASH = 'ab'.repeat(32)

let seq = 0

function row(kind: RecordKind, payload: Partial<QueuedRecord['record']['payload']> = {}): QueuedRecord {
  seq += 1
  const files = kind === 'deliver' ? [{ sha256: HASH, kind: 'photo' as const }] : []
  const device = { id: 'phone', seq }
  const record = makeRecord({ device, stop: 'stop', kind, at: AT, payload, files, position: undefined })
  return { id: record.id, owner: 'me', state: 'unsent', record, sentAt: null, refusal: null }
}

const file = (state: QueuedFile['state']): QueuedFile => ({
  key: `me ${HASH}`,
  owner: 'me',
  sha256: HASH,
  name: 'photo.jpg',
  type: 'image/jpeg',
  state,
  refusal: null,
})

const sent = (one: QueuedRecord, sentAt = 0): QueuedRecord => ({ ...one, state: 'sent', sentAt })

describe('batches', () => {
  it('have at most 50 records, in their order', () => {
    const rows = Array.from({ length: MAX_RECORDS + 3 }, () => row('arrive'))
    expect(takeBatch(rows)).toEqual(rows.slice(0, MAX_RECORDS))
    expect(takeBatch([])).toEqual([])
  })

  it('end before they are too large, but one record always goes', () => {
    const long = () => row('note', { note: '字'.repeat(10_000) })
    expect(takeBatch([long(), long(), long()])).toHaveLength(1)
    const short = row('arrive')
    expect(takeBatch([short, long(), long()])).toHaveLength(2)
  })

  it('are tried again after longer and longer pauses, and not before the server wants', () => {
    expect([1, 2, 3, 20].map((failures) => pauseAfter(failures))).toEqual([5_000, 10_000, 20_000, 300_000])
    expect(pauseAfter(1, 60)).toBe(60_000)
  })
})

describe('what is unsent', () => {
  it('counts a record until its file has arrived, too', () => {
    const record = row('deliver')
    expect(countUnsent({ records: [record], files: [file('unsent')] })).toBe(1)
    expect(countUnsent({ records: [sent(record)], files: [file('unsent')] })).toBe(1)
    expect(countUnsent({ records: [sent(record)], files: [file('sent')] })).toBe(0)
    expect(countUnsent({ records: [{ ...record, state: 'refused' }], files: [file('unsent')] })).toBe(0)
  })
})

describe('a stop on the phone', () => {
  const parcel = { shipment_id: 'a', number: 1, tracking_code: 'A', parcel_count: 2, loaded: true }
  const stop = {
    id: 'stop',
    outcome: null,
    parcels: [parcel, { ...parcel, number: 2 }],
  } as unknown as FieldStop
  const run = { id: 'run', stops: [stop], pickups: [] } as unknown as FieldRoute
  const outcomeOf = (queue: Queue, loadedAt = 10, before = run) =>
    withOwnRecords([before], { queue, loadedAt })[0]?.stops[0]?.outcome

  it('is done before the server knows', () => {
    expect(outcomeOf({ records: [], files: [] })).toBeNull()
    expect(outcomeOf({ records: [row('arrive')], files: [] })).toBeNull()
    expect(outcomeOf({ records: [row('deliver')], files: [] })).toBe('delivered')
    const one = row('deliver', { parcels: [{ shipment_id: 'a', number: 1 }] })
    expect(outcomeOf({ records: [one], files: [] })).toBe('partial')
    const fail = row('fail', { reason: 'refused' })
    expect(outcomeOf({ records: [fail], files: [] })).toBe('failed')
    expect(outcomeOf({ records: [one, fail], files: [] })).toBe('partial')
  })

  it('is open again once it is undone', () => {
    const first = row('deliver')
    const records = [first, row('undo', { undoes: first.id })]
    expect(outcomeOf({ records, files: [] })).toBeNull()
    const known = { ...run, stops: [{ ...stop, outcome: 'delivered' as const }] }
    expect(outcomeOf({ records: [sent(first), ...records.slice(1)], files: [] }, 10, known)).toBeNull()
  })

  it('follows the server once it has everything', () => {
    const queue = (sentAt: number, state: QueuedFile['state']) => ({
      records: [sent(row('deliver'), sentAt)],
      files: [file(state)],
    })
    expect(outcomeOf(queue(5, 'sent'))).toBeNull()
    expect(outcomeOf(queue(15, 'sent'))).toBe('delivered')
    expect(outcomeOf(queue(5, 'unsent'))).toBe('delivered')
    const refused: QueuedRecord = { ...row('deliver'), state: 'refused' }
    expect(outcomeOf({ records: [refused], files: [] })).toBeNull()
  })
})

describe('a pickup on the phone', () => {
  const shipment = (tracking_code: string) => ({ tracking_code, parcel_count: 1, to_name: null })
  const codes = ['AT000000014BR', 'AT000000028BR']
  const pickup = { id: 'stop', status: 30, done_at: null, shipments: codes.map(shipment) }
  const run = { id: 'run', stops: [], pickups: [pickup] } as unknown as FieldRoute
  const statusAfter = (...records: QueuedRecord[]) =>
    withOwnRecords([run], { queue: { records, files: [] }, loadedAt: 10 })[0]?.pickups[0]?.status

  it('is collected, wholly or in part, or failed, before the server knows', () => {
    expect(statusAfter()).toBe(30)
    expect(statusAfter(row('collect', { codes: codes.map((code) => `${code}001`) }))).toBe(40)
    expect(statusAfter(row('collect'))).toBe(40)
    expect(statusAfter(row('collect', { codes: codes.slice(1) }))).toBe(45)
    expect(statusAfter(row('fail', { reason: 'closed' }))).toBe(50)
    expect(statusAfter(row('collect'), row('fail', { reason: 'closed' }))).toBe(40)
  })

  it('can be taken back', () => {
    const collected = row('collect')
    expect(statusAfter(collected, row('undo', { undoes: collected.id }))).toBe(30)
    expect(findUndoable({ records: [collected], files: [] }, 'stop', AT.getTime())).toBe(collected.id)
  })
})

describe('undo', () => {
  const now = AT.getTime() + UNDO_MS - 1

  it('names the newest outcome for ten minutes, once', () => {
    const [fail, deliver] = [row('fail'), row('deliver')]
    const records = [fail, row('undo', { undoes: fail.id }), deliver, row('note')]
    expect(findUndoable({ records, files: [] }, 'stop', now)).toBe(deliver.id)
    expect(findUndoable({ records, files: [] }, 'stop', now + 1)).toBeUndefined()
    expect(findUndoable({ records, files: [] }, 'other', now)).toBeUndefined()
    const undone = [...records, row('undo', { undoes: deliver.id })]
    expect(findUndoable({ records: undone, files: [] }, 'stop', now)).toBeUndefined()
  })

  it('does not name what was not accepted', () => {
    const refused: QueuedRecord = { ...row('deliver'), state: 'refused' }
    expect(findUndoable({ records: [refused], files: [] }, 'stop', now)).toBeUndefined()
  })
})

it('warns of a clock that is wrong by more than 15 minutes', () => {
  expect([undefined, 0, 900, -900, 901, -901].map(isClockWrong)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ])
})
