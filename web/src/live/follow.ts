import { statusOf } from '@/api/errors'
import { liveEventList } from '@/api/generated/endpoints/live/live'
import type { LiveEntry, LiveMessage, LiveProgress } from '@/api/schema'
import { change, currentLink, currentOnline } from './link'
import { afterMessage } from './online'
import { openPipe, type Pipe } from './pages'
import { connectSignals, hearSignal } from './signals'
import type { Report } from './socket'

/** The session is over, or the company is suspended: the page says so. */
const SAID = new Set([4401, 4403])
const TOO_MANY = 4429
const TOO_MANY_MS = 60_000

/** A short loss is not worth a request. */
const POLL_AFTER_MS = 1_500
const POLL_MS = 5_000
/** A page tells the worker that it is still there. */
const HERE_MS = 30_000
/** The server tells what happened while a page was being loaded, up to this. */
const LOADING_MS = 25_000
/** Numbers of applied events: an event can come through the socket and through a poll. */
const REMEMBERED = 500

type Receiver = { event(entry: LiveEntry): void; progress(of: LiveProgress): void; lost(): void }

/** Follows the events of this user until the returned function is called. */
export function follow(userId: string, receiver: Receiver): () => void {
  const followed = new Followed(userId, receiver)
  return () => followed.end()
}

class Followed {
  readonly #pipe: Pipe
  readonly #applied = new Set<number>()
  readonly #end = new AbortController()
  #cursor: { epoch: string; seq: number } | undefined
  #connected = false
  #knows = performance.timeOrigin
  #poll: ReturnType<typeof setTimeout> | undefined
  readonly #here: ReturnType<typeof setInterval>

  readonly #userId: string
  readonly #receiver: Receiver

  constructor(userId: string, receiver: Receiver) {
    this.#userId = userId
    this.#receiver = receiver
    this.#pipe = openPipe((report) => this.#take(report))
    connectSignals((signal) => this.#pipe.say({ kind: 'signal', signal }))
    this.#here = setInterval(() => this.#say('here'), HERE_MS)
    const { signal } = this.#end
    document.addEventListener('visibilitychange', () => this.#say('here'), { signal })
    window.addEventListener('online', () => this.#say('here'), { signal })
    window.addEventListener('pageshow', () => this.#say('here'), { signal })
    window.addEventListener('pagehide', () => this.#pipe.say({ kind: 'leave' }), { signal })
    this.#say('here')
  }

  end() {
    this.#end.abort()
    clearInterval(this.#here)
    clearTimeout(this.#poll)
    connectSignals(undefined)
    this.#pipe.say({ kind: 'leave' })
    change('starting')
  }

  #say(kind: 'here' | 'again') {
    if (this.#end.signal.aborted) return
    this.#pipe.say({ kind, visible: document.visibilityState === 'visible', since: this.#knows - 1_000 })
  }

  #take(report: Report) {
    if (this.#end.signal.aborted) return
    if (report.kind === 'message') {
      this.#apply(report.message)
      this.#knows = Date.now()
      return
    }
    clearTimeout(this.#poll)
    this.#connected = report.connected
    if (report.connected) return change('connected')
    if (report.ended === TOO_MANY) setTimeout(() => this.#say('again'), TOO_MANY_MS)
    if (SAID.has(report.ended ?? 0)) void this.#ask(false)
    else this.#poll = setTimeout(() => void this.#ask(true), POLL_AFTER_MS + Math.random() * POLL_AFTER_MS)
  }

  #apply(message: LiveMessage) {
    if (message.type === 'hello') return this.#greet(message)
    if (message.type === 'online') return change(currentLink(), afterMessage(currentOnline(), message))
    if (message.type === 'signal') return hearSignal(message)
    if (message.type === 'progress') return this.#receiver.progress(message)
    if (this.#cursor && message.seq > this.#cursor.seq) this.#cursor.seq = message.seq
    if (message.type !== 'event' || this.#applied.has(message.seq)) return
    this.#applied.add(message.seq)
    if (this.#applied.size > REMEMBERED) this.#applied.delete(Math.min(...this.#applied))
    this.#receiver.event(message)
  }

  #greet(hello: Extract<LiveMessage, { type: 'hello' }>) {
    // Another user has signed in with this browser: this page shows nothing of theirs.
    if (hello.user_id !== this.#userId) return this.end()
    const isStart = this.#cursor === undefined
    const isLate = isStart && Date.now() - performance.timeOrigin > LOADING_MS
    const hasNewNumbers = !isStart && this.#cursor?.epoch !== hello.epoch
    if (hasNewNumbers) this.#applied.clear()
    if (isLate || hasNewNumbers || (!isStart && !hello.resumed)) this.#receiver.lost()
    if (isStart || hasNewNumbers || !hello.resumed) this.#cursor = { epoch: hello.epoch, seq: hello.seq }
  }

  /** Asks for the events. Not quietly after the end of the session: that asks for the password. */
  async #ask(quiet: boolean) {
    const cursor = this.#cursor && { epoch: this.#cursor.epoch, after: this.#cursor.seq }
    try {
      const { data } = await liveEventList(cursor, { quiet, signal: this.#end.signal })
      for (const message of data) this.#apply(message)
      // The socket was there again before the answer, which then says nothing about it.
      if (this.#connected) return
      const isBack = currentLink() === 'offline'
      change('polling')
      if (!quiet) return this.#say('again')
      // The next attempt of the socket can be half a minute away; a server that answers is worth one now.
      if (isBack) this.#say('here')
    } catch (error) {
      if (this.#end.signal.aborted || this.#connected) return
      // Without a session there is nothing to follow until somebody signs in again.
      if (statusOf(error) === 401) return quiet ? void this.#ask(false) : undefined
      change('offline')
    }
    clearTimeout(this.#poll)
    this.#poll = setTimeout(() => void this.#ask(true), POLL_MS)
  }
}
