import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { FieldRecord, FieldRecordAnswer } from '@/api/schema'
import { makeRecord } from '../driver-records'
import type { Queue, QueuedFile, QueuedRecord } from './database'
import { type Post, sendAll } from './send'

let queue: Queue

function addRecord(seq: number): QueuedRecord {
  const rest = { kind: 'arrive' as const, at: new Date(seq), payload: {}, files: [], position: undefined }
  const record = makeRecord({ device: { id: 'phone', seq }, stop: 'stop', ...rest })
  const row: QueuedRecord = {
    id: record.id,
    owner: 'me',
    state: 'unsent',
    record,
    sentAt: null,
    refusal: null,
  }
  queue.records.push(row)
  return row
}

function addFile(sha256: string) {
  const traits = { name: 'photo.jpg', type: 'image/jpeg', state: 'unsent' as const, refusal: null }
  queue.files.push({ key: `me ${sha256}`, owner: 'me', sha256, ...traits })
}

const accept = async (records: FieldRecord[]): Promise<FieldRecordAnswer[]> =>
  records.map(({ id }) => ({ id, verdict: 'accepted', message_code: null, message: null }))

const sendRecords = vi.fn(accept)
const sendFile = vi.fn(async (_file: QueuedFile): Promise<unknown> => undefined)
const checkUser = vi.fn(async () => undefined)

const post: Post = {
  read: async () => queue,
  checkUser,
  sendRecords,
  sendFile,
  async noteRecords(noted) {
    for (const { id, refusal } of noted) {
      const row = queue.records.find((one) => one.id === id)
      if (row) Object.assign(row, { state: refusal === null ? 'sent' : 'refused', refusal })
    }
  },
  async noteFile(file, refusal) {
    Object.assign(file, { state: refusal === null ? 'sent' : 'refused', refusal })
  },
  textOf: () => 'not accepted',
}

const statesOf = () => [...queue.records, ...queue.files].map(({ state }) => state)

beforeEach(() => {
  queue = { records: [], files: [] }
  for (const mock of [sendRecords, sendFile, checkUser]) mock.mockClear()
  sendRecords.mockImplementation(accept)
  sendFile.mockImplementation(async () => undefined)
})

it('asks nothing of the server while nothing waits', async () => {
  expect(await sendAll(post)).toBe(false)
  expect(checkUser).not.toHaveBeenCalled()
})

it('sends the records and then their files, each once', async () => {
  const ids = [1, 2].map((seq) => addRecord(seq).id)
  addFile('a')
  expect(await sendAll(post)).toBe(true)
  expect(sendRecords.mock.calls.map(([records]) => records.map(({ id }) => id))).toEqual([ids])
  expect(sendFile).toHaveBeenCalledTimes(1)
  expect(statesOf()).toEqual(['sent', 'sent', 'sent'])
  expect(await sendAll(post)).toBe(false)
})

it('sends nothing as somebody else', async () => {
  addRecord(1)
  checkUser.mockRejectedValueOnce(new ApiError(0))
  await expect(sendAll(post)).rejects.toThrow()
  expect(sendRecords).not.toHaveBeenCalled()
})

it('keeps what got no answer, and sends the same record again', async () => {
  const { record } = addRecord(1)
  sendRecords.mockRejectedValueOnce(new ApiError(0))
  await expect(sendAll(post)).rejects.toThrow()
  expect(statesOf()).toEqual(['unsent'])
  await sendAll(post)
  expect(sendRecords.mock.calls.map(([records]) => records)).toEqual([[record], [record]])
})

it('loses no record for the sake of another one', async () => {
  const [, wrong] = [1, 2, 3].map(addRecord)
  sendRecords.mockImplementation(async (records) => {
    if (records.some(({ id }) => id === wrong?.id)) throw new ApiError(422)
    return accept(records)
  })
  await sendAll(post)
  expect(statesOf()).toEqual(['sent', 'refused', 'sent'])
  expect(wrong?.refusal).toBe('not accepted')
})

it('keeps the reason of a verdict, and goes on', async () => {
  addRecord(1)
  addFile('a')
  sendRecords.mockImplementationOnce(async ([record]) => [
    {
      id: record?.id ?? '',
      verdict: 'proof_missing',
      message_code: 'proof_missing',
      message: 'The proof is missing.',
    },
  ])
  sendFile.mockRejectedValueOnce(new ApiError(422))
  await sendAll(post)
  expect(statesOf()).toEqual(['refused', 'refused'])
  expect(queue.records[0]?.refusal).toBe('The proof is missing.')
})

it('stops at a user without the right, and keeps everything', async () => {
  addRecord(1)
  sendRecords.mockRejectedValueOnce(new ApiError(403))
  await expect(sendAll(post)).rejects.toThrow()
  expect(statesOf()).toEqual(['unsent'])
})
