import type { LiveMessage } from '@/api/schema'
import type { OwnSignal } from './signals'

/** Reports to the pages. `ended`: the close code after which the socket does not connect by itself. */
export type Report =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'link'; connected: boolean; ended?: number }

/** Close codes of the server; `openapi/asyncapi.json` describes them. */
const RESTART = 1012
const SLOW = 4008
/** A message the protocol does not have, an ended session, a suspended company, too many connections. */
const FINAL = new Set([1008, 4401, 4403, 4429])

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const RESTART_MS = 5_000
/** Two ticks of the server. A connection that is silent for so long is dead. */
const SILENCE_MS = 65_000

const wait = (attempt: number, code: number) => {
  if (code === SLOW) return 0
  const longest =
    code === RESTART ? RESTART_MS : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10))
  // All pages lose a server at the same moment, and must not come back at the same moment.
  return Math.random() * longest
}

/** One WebSocket to `/api/live`, which continues after a loss where it was. Runs in a worker or in a page. */
export class LiveSocket {
  #socket: WebSocket | undefined
  #cursor: { epoch: string; seq: number } | undefined
  #user: string | undefined
  #received = 0
  #attempt = 0
  #running = false
  /** The server ended it for good; only `stop` allows another start. */
  #ended = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined

  readonly #address: string
  readonly #report: (report: Report) => void
  readonly #isVisible: () => boolean

  constructor(address: string, report: (report: Report) => void, isVisible: () => boolean) {
    this.#address = address
    this.#report = report
    this.#isVisible = isVisible
  }

  start() {
    if (this.#running || this.#ended) return
    this.#running = true
    this.#attempt = 0
    this.#connect()
  }

  /** For good: the next user of this browser continues nothing. */
  stop() {
    this.#running = false
    this.#ended = false
    this.#cursor = undefined
    this.#drop()
  }

  /** The network is back, or somebody looks at the page: does not wait for the next attempt. */
  hurry() {
    if (!this.#running || this.#socket) return
    clearTimeout(this.#retry)
    this.#connect()
  }

  /** Lost without a connection: it is about this moment. */
  say(signal: OwnSignal) {
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ type: 'signal', ...signal }))
  }

  #connect() {
    const query = this.#cursor ? `&epoch=${this.#cursor.epoch}&after=${this.#cursor.seq}` : ''
    const socket = new WebSocket(`${this.#address}?v=1${query}`, 'remessa.v1')
    this.#socket = socket
    this.#received = 0
    this.#listen()
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return
      this.#listen()
      this.#take(JSON.parse(String(data)) as LiveMessage)
    }
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lost(code)
    }
  }

  #take(message: LiveMessage) {
    if (message.type === 'hello') this.#greet(message)
    if (message.type === 'event') {
      this.#received += 1
      this.#advance(message.seq)
    }
    if (message.type === 'tick') {
      // The server sent more than has arrived here.
      if (message.sent > this.#received) return this.#lost(SLOW)
      this.#advance(message.seq)
      this.#answer(message.seq)
    }
    this.#report({ kind: 'message', message })
  }

  #greet(hello: Extract<LiveMessage, { type: 'hello' }>) {
    const isOther = this.#user !== undefined && this.#user !== hello.user_id
    this.#user = hello.user_id
    this.#attempt = 0
    if (isOther || !hello.resumed || !this.#cursor) this.#cursor = { epoch: hello.epoch, seq: hello.seq }
    this.#report({ kind: 'link', connected: true })
  }

  #advance(seq: number) {
    if (this.#cursor && seq > this.#cursor.seq) this.#cursor.seq = seq
  }

  #answer(seq: number) {
    this.#socket?.send(JSON.stringify({ type: 'beat', seq, visible: this.#isVisible() }))
  }

  /** Gives up a connection that has been silent for too long from now on. */
  #listen() {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lost(SLOW), SILENCE_MS)
  }

  #drop() {
    clearTimeout(this.#retry)
    clearTimeout(this.#silence)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #lost(code: number) {
    this.#drop()
    if (!this.#running) return
    if (FINAL.has(code)) {
      this.#running = false
      this.#ended = true
      this.#report({ kind: 'link', connected: false, ended: code })
      return
    }
    this.#report({ kind: 'link', connected: false })
    this.#retry = setTimeout(() => this.#connect(), wait(this.#attempt, code))
    this.#attempt += 1
  }
}
