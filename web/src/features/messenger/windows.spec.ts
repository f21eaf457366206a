import { describe, expect, it } from 'vitest'
import { close, fitted, minimise, open, type RoomWindow, resize } from './windows'

const ids = (windows: RoomWindow[]) => windows.map(({ id }) => id)
const opened = (names: string[], width = 5_000) =>
  names.reduce<RoomWindow[]>((windows, id) => open(windows, id, width), [])

describe('the windows of rooms', () => {
  it('fill the page exactly', () => {
    // 244 for the panel, 364 for each open room.
    expect(ids(opened(['a', 'b'], 972))).toEqual(['a', 'b'])
    expect(ids(opened(['a', 'b'], 971))).toEqual(['b'])
  })

  it('a room that would overflow closes the last shown room', () => {
    expect(ids(open(opened(['a', 'b']), 'c', 1_000))).toEqual(['a', 'c'])
  })

  it('a minimised room needs less, an expanded one more', () => {
    const windows = opened(['a', 'b'])
    expect(fitted(minimise(windows, 'a'), 932)).toHaveLength(2)
    expect(fitted(windows, 932)).toHaveLength(1)
    expect(ids(resize(windows, 'a', 1_131))).toEqual(['a'])
    expect(ids(resize(windows, 'a', 1_132))).toEqual(['a', 'b'])
  })

  it('the only room stays on a narrow page', () => {
    expect(ids(open([], 'a', 320))).toEqual(['a'])
  })

  it('opening a minimised room brings it back in its place', () => {
    const windows = open(minimise(opened(['a', 'b']), 'a'), 'a', 5_000)
    expect(windows.map(({ state }) => state)).toEqual(['open', 'open'])
    expect(ids(windows)).toEqual(['a', 'b'])
    expect(ids(close(windows, 'a'))).toEqual(['b'])
  })
})
