import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerAsKarrio } from './karrio'

/** Where the server under test sends what is for names below `receiver.example`; nothing when it sends it outside. */
export const RECEIVER = process.env.REMESSA_TEST_RECEIVER

/** A folder for each path, with a file for each request: tests run in processes of their own. */
const inbox = join(tmpdir(), `remessa-receiver-${RECEIVER?.split(':').at(-1)}`)

/** An address of the receiver that answers as its mode says: `500`, `redirect`, `silent`, `karrio`. */
export const addressOf = (name: string, mode: string) => `https://shop.receiver.example/${mode}/${name}`

export type Request = { headers: Record<string, string>; body: string }

/** The requests that have come there, the oldest first. */
export function requestsOf(name: string): Request[] {
  try {
    const folder = join(inbox, name)
    const files = readdirSync(folder).sort()
    return files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Request)
  } catch {
    return []
  }
}

/** Answers for the whole run, in the process that starts the others. */
export default async function start() {
  if (!RECEIVER) return
  rmSync(inbox, { recursive: true, force: true })
  mkdirSync(inbox)
  const [host, port] = RECEIVER.split(':')
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(port), host, resolve)
  })
  return () => {
    server.closeAllConnections()
    server.close()
    rmSync(inbox, { recursive: true, force: true })
  }
}

let count = 0

async function answer(request: IncomingMessage, response: ServerResponse) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const [, mode = '', name = '', ...rest] = (request.url ?? '').split('/')
  const body = Buffer.concat(parts).toString('utf8')
  mkdirSync(join(inbox, name), { recursive: true })
  count += 1
  const file = join(inbox, name, String(count).padStart(6, '0'))
  writeFileSync(file, JSON.stringify({ headers: request.headers, body }))
  if (mode === 'karrio') {
    const said = answerAsKarrio(`${request.method} ${rest.slice(1).join('/')}`, body)
    return response
      .writeHead(said.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(said.body))
  }
  if (mode === 'silent') return request.socket.destroy()
  if (mode === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  else response.writeHead(Number(mode), { 'content-type': 'text/html' }).end('<h1>As I was told</h1>')
}
