import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import * as api from '@/api/generated/endpoints/uploads/uploads'
import type { Upload } from '@/api/schema'
import { sendFile } from './send-file'

vi.mock('@/api/generated/endpoints/uploads/uploads')
vi.mock('@/shared/field-records/hash-bytes', () => ({ hashBytes: async () => '0a'.repeat(32) }))

const FIELDS = { folder: '', name: 'a.txt', audience: 'staff', client_id: null } as const

const upload = (more: Partial<Upload>) =>
  ({ data: { id: '7', state: 'receiving', size: 10, received: 0, part_size: 4, ...more } }) as {
    data: Upload
  }

/** The offsets and sizes of the parts that were sent. */
const sentParts = () =>
  vi.mocked(api.uploadAppend).mock.calls.map(([, { offset, file }]) => [offset, (file as Blob).size])

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(api.uploadCreate).mockResolvedValue(upload({}))
  vi.mocked(api.uploadFinish).mockResolvedValue(upload({ state: 'available', received: 10 }))
  vi.mocked(api.uploadAppend).mockImplementation(async (_, { offset, file }) =>
    upload({ received: offset + (file as Blob).size }),
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

const bytes = { arrayBuffer: async () => new ArrayBuffer(10) }

const send = () => sendFile(Object.assign(new File(['0123456789'], 'a.txt'), bytes), FIELDS, () => undefined)

it('sends a file in parts of the size that the server takes', async () => {
  await expect(send()).resolves.toMatchObject({ state: 'available' })
  expect(sentParts()).toEqual([
    [0, 4],
    [4, 4],
    [8, 2],
  ])
})

it('goes on with what has arrived before', async () => {
  vi.mocked(api.uploadCreate).mockResolvedValue(upload({ received: 8 }))
  await send()
  expect(sentParts()).toEqual([[8, 2]])
})

it('sends nothing of a file that the company has', async () => {
  vi.mocked(api.uploadCreate).mockResolvedValue(upload({ state: 'available', received: 10 }))
  await send()
  expect(sentParts()).toEqual([])
  expect(api.uploadFinish).not.toHaveBeenCalled()
})

it('asks where to go on after a broken connection', async () => {
  vi.mocked(api.uploadAppend).mockRejectedValueOnce(new ApiError(0))
  vi.mocked(api.uploadShow).mockResolvedValue(upload({ received: 4 }))
  const sent = send()
  await vi.runAllTimersAsync()
  await expect(sent).resolves.toMatchObject({ state: 'available' })
  expect(sentParts()).toEqual([
    [0, 4],
    [4, 4],
    [8, 2],
  ])
})

it('does not try again what is refused', async () => {
  vi.mocked(api.uploadAppend).mockRejectedValue(new ApiError(422))
  await expect(send()).rejects.toMatchObject({ status: 422 })
  expect(sentParts()).toHaveLength(1)
})
