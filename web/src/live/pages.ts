import type { OwnSignal } from './signals'
import { LiveSocket, type Report } from './socket'

/** A page to the worker. `since`: when it last knew everything. `again`: somebody has signed in. */
export type FromPage =
  | { kind: 'here' | 'again'; visible: boolean; since: number }
  | { kind: 'leave' }
  | { kind: 'signal'; signal: OwnSignal }

export type Pipe = { say(said: FromPage): void }

/** Browsers without shared workers have a socket for each page; the server limits how many. */
export const openPipe = (report: (report: Report) => void): Pipe =>
  'SharedWorker' in window ? throughWorker(report) : throughPage(report)

function throughWorker(report: (report: Report) => void): Pipe {
  const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'live' })
  worker.port.onmessage = ({ data }) => report(data as Report)
  return { say: (said) => worker.port.postMessage(said) }
}

function throughPage(report: (report: Report) => void): Pipe {
  const { protocol, host } = window.location
  const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/live`
  const socket = new LiveSocket(address, report, () => document.visibilityState === 'visible')
  return {
    say(said) {
      if (said.kind === 'signal') return socket.say(said.signal)
      if (said.kind !== 'here') socket.stop()
      if (said.kind === 'leave') return
      socket.start()
      if (said.visible) socket.hurry()
    },
  }
}
