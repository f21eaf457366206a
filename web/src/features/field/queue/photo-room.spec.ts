import { expect, it, vi } from 'vitest'
import { type TakenFile, writeWithRoom } from './photo-room'

const photo: TakenFile = { kind: 'photo', file: new File(['x'.repeat(9)], 'photo.jpg') }
const signature: TakenFile = { kind: 'signature', file: new File(['x'], 'signature.png') }

const shrink = async (_file: File, side: number) => new File(['x'.repeat(side / 200)], 'photo.jpg')

/** A phone with room for so many bytes. */
const roomFor = (bytes: number) =>
  vi.fn(async (files: TakenFile[]) => {
    const size = files.reduce((sum, { file }) => sum + file.size, 0)
    if (size > bytes) throw new DOMException('no room', 'QuotaExceededError')
    return files.map(({ kind, file }) => `${kind} ${file.size}`)
  })

const write = (bytes: number) => writeWithRoom({ files: [photo, signature], write: roomFor(bytes), shrink })

it('keeps the photo as it is, smaller, or not at all, and the record always', async () => {
  expect(await write(10)).toEqual(['photo 9', 'signature 1'])
  expect(await write(5)).toEqual(['photo 4', 'signature 1'])
  expect(await write(1)).toEqual(['signature 1'])
  expect(await write(0)).toEqual([])
})

it('tells of a phone that keeps nothing, and of any other failure at once', async () => {
  await expect(write(-1)).rejects.toThrow('no room')
  const broken = vi.fn(async () => Promise.reject(new Error('broken')))
  await expect(writeWithRoom({ files: [photo], write: broken, shrink })).rejects.toThrow('broken')
  expect(broken).toHaveBeenCalledTimes(1)
})
