import { beforeEach, expect, it, vi } from 'vitest'
import { findUndoable, hashOf, makeRecord, remember, UNDO_MS } from './driver-records'

beforeEach(() => window.localStorage.clear())

it('counts the records of the phone, which keeps its id', () => {
  const [one, two] = ['a', 'b'].map((stop) => makeRecord({ stop, kind: 'arrive', payload: {} }))
  expect(two?.seq).toBe((one?.seq ?? 0) + 1)
  expect(two?.device).toBe(one?.device)
  expect(two?.id).not.toBe(one?.id)
})

it('remembers a record for ten minutes, until it is undone', () => {
  vi.useFakeTimers()
  remember('stop', 'record')
  expect(findUndoable('stop')).toBe('record')
  vi.advanceTimersByTime(UNDO_MS + 1)
  expect(findUndoable('stop')).toBeUndefined()
  remember('stop', 'other')
  remember('stop', undefined)
  expect(findUndoable('stop')).toBeUndefined()
  vi.useRealTimers()
})

it('names a file by its SHA-256', async () => {
  const file = new File(['abc'], 'a.txt')
  expect(await hashOf(file)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
