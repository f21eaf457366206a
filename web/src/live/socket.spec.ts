import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveSocket, type Report } from './socket'

/** The browser's end of a connection, played by the test. */
class Played {
  static all: Played[] = []
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  sent: string[] = []
  closed = false

  readonly url: string

  constructor(url: string) {
    this.url = url
    Played.all.push(this)
  }

  send(text: string) {
    this.sent.push(text)
  }

  close() {
    this.closed = true
  }

  says(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const hello = (more = {}) => ({
  type: 'hello',
  epoch: 'e1',
  seq: 4,
  resumed: false,
  user_id: 'u1',
  session_id: 's1',
  ...more,
})
const event = (seq: number) => ({
  type: 'event',
  seq,
  spread_ms: 0,
  event: { type: 'records.changed', resource: 'bank', ids: [] },
})

let reports: Report[]
let socket: LiveSocket
const newest = () => Played.all.at(-1) as Played
const link = () => reports.filter(({ kind }) => kind === 'link').at(-1)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Played)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  Played.all = []
  reports = []
  socket = new LiveSocket(
    'ws://host/api/live',
    (report) => reports.push(report),
    () => true,
  )
  socket.start()
})

afterEach(() => {
  socket.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('LiveSocket', () => {
  it('continues after a loss with the last number it received', () => {
    expect(newest().url).toBe('ws://host/api/live?v=1')
    newest().says(hello())
    newest().says(event(5))
    newest().says(event(9))
    newest().onclose?.({ code: 1006 })
    expect(link()).toEqual({ kind: 'link', connected: false })
    vi.advanceTimersByTime(500)
    expect(newest().url).toBe('ws://host/api/live?v=1&epoch=e1&after=9')
  })

  it('continues at the new place when the old one is not known any more', () => {
    newest().says(hello())
    newest().says(event(5))
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(500)
    newest().says(hello({ epoch: 'e2', seq: 2 }))
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(500)
    expect(newest().url).toContain('epoch=e2&after=2')
  })

  it('waits longer after each failure, and not at all when the network is back', () => {
    for (const pause of [250, 500, 1_000, 2_000]) {
      const before = Played.all.length
      newest().onclose?.({ code: 1006 })
      vi.advanceTimersByTime(pause - 1)
      expect(Played.all.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(Played.all.length).toBe(before + 1)
    }
    newest().onclose?.({ code: 1006 })
    const before = Played.all.length
    socket.hurry()
    expect(Played.all.length).toBe(before + 1)
  })

  it('answers a tick, and reconnects when it has received less than was sent', () => {
    newest().says(hello())
    newest().says(event(5))
    newest().says({ type: 'tick', seq: 7, sent: 1 })
    expect(newest().sent).toEqual(['{"type":"beat","seq":7,"visible":true}'])
    newest().says({ type: 'tick', seq: 9, sent: 2 })
    expect(newest().closed).toBe(true)
    vi.advanceTimersByTime(10)
    expect(newest().url).toContain('after=7')
  })

  it('gives up a connection that has fallen silent', () => {
    newest().says(hello())
    vi.advanceTimersByTime(65_010)
    expect(Played.all[0]?.closed).toBe(true)
    expect(Played.all).toHaveLength(2)
  })

  it.each([1008, 4401, 4403, 4429])('stops after the close code %i', (code) => {
    newest().says(hello())
    newest().onclose?.({ code })
    vi.advanceTimersByTime(120_000)
    expect(Played.all).toHaveLength(1)
    expect(link()).toEqual({ kind: 'link', connected: false, ended: code })
  })

  it('forgets the place of one user before the next', () => {
    newest().says(hello())
    newest().says(event(5))
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(500)
    newest().says(hello({ resumed: true, user_id: 'u2', seq: 40 }))
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(500)
    expect(newest().url).toContain('after=40')
  })
})
