import type { LiveMessage } from '@/api/schema'
import { afterMessage } from './online'
import type { FromPage } from './pages'
import { LiveSocket, type Report } from './socket'

/** One socket for all pages of this browser. Keeps nothing that would outlive them. */

/** A page that has not spoken for this long was closed without a word. */
const GONE_MS = 90_000
/** Messages for a page that was being loaded when they came. */
const KEPT = 200

type Page = { visible: boolean; heard: number }

const pages = new Map<MessagePort, Page>()
let recent: { at: number; message: LiveMessage }[] = []
let greeting: LiveMessage | undefined
let online: ReadonlySet<string> = new Set()
let link: Report = { kind: 'link', connected: false }

const tell = (report: Report) => {
  for (const port of pages.keys()) port.postMessage(report)
}

const isVisible = () => [...pages.values()].some(({ visible }) => visible)

const address = `${self.location.protocol === 'https:' ? 'wss' : 'ws'}://${self.location.host}/api/live`
const socket = new LiveSocket(address, take, isVisible)

function take(report: Report) {
  if (report.kind === 'link') link = report
  else if (report.message.type === 'hello') greeting = report.message
  else if (report.message.type === 'online') online = afterMessage(online, report.message)
  else if (report.message.type === 'event')
    recent = [...recent.slice(1 - KEPT), { at: Date.now(), message: report.message }]
  tell(report)
}

function forget() {
  socket.stop()
  recent = []
  greeting = undefined
  online = new Set()
  link = { kind: 'link', connected: false }
}

/** A page learns what happened since it began to load. */
function welcome(port: MessagePort, since: number) {
  if (link.kind === 'link' && link.connected) {
    if (greeting) port.postMessage({ kind: 'message', message: greeting })
    port.postMessage({
      kind: 'message',
      message: { type: 'online', whole: true, users: [...online], left: [] },
    })
    for (const { at, message } of recent) if (at >= since) port.postMessage({ kind: 'message', message })
  }
  port.postMessage(link)
}

function hear(port: MessagePort, said: FromPage) {
  if (said.kind === 'signal') return socket.say(said.signal)
  if (said.kind === 'leave') {
    pages.delete(port)
    if (pages.size === 0) forget()
    return
  }
  const isNew = !pages.has(port)
  pages.set(port, { visible: said.visible, heard: Date.now() })
  if (said.kind === 'again') {
    forget()
    tell(link)
  }
  if (isNew) welcome(port, said.since)
  socket.start()
  if (said.visible) socket.hurry()
}

setInterval(() => {
  const oldest = Date.now() - GONE_MS
  for (const [port, { heard }] of pages) if (heard < oldest) pages.delete(port)
  if (pages.size === 0) forget()
}, GONE_MS)

self.addEventListener('connect', (event) => {
  for (const port of (event as MessageEvent).ports) {
    port.onmessage = ({ data }) => hear(port, data as FromPage)
  }
})
