import { createSocket } from 'node:dgram'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the server asks for the proof of a domain; nothing when it asks the real DNS. */
export const NAME_SERVER = process.env.REMESSA_DNS

/** A file for each name that has a text record: tests run in processes of their own. */
const zone = join(tmpdir(), `remessa-zone-${NAME_SERVER?.split(':').at(-1)}`)

export const setText = (name: string, text: string) => writeFileSync(join(zone, name), text)
export const dropText = (name: string) => rmSync(join(zone, name), { force: true })

/** Answers for the whole run, in the process that starts the others. */
export default async function start() {
  if (!NAME_SERVER) return
  rmSync(zone, { recursive: true, force: true })
  mkdirSync(zone)
  const [host, port] = NAME_SERVER.split(':')
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => socket.send(answerTo(question), port, address))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(Number(port), host, resolve)
  })
  return () => {
    socket.close()
    rmSync(zone, { recursive: true, force: true })
  }
}

function answerTo(question: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const text = textOf(labels.join('.'))
  const answer = Buffer.from(question.subarray(0, at + 5))
  // An answer; no such name where there is no record.
  answer.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
  answer.writeUInt16BE(text === undefined ? 0 : 1, 6)
  if (text === undefined) return answer
  // The same name, a text record of the internet, good for a minute.
  const head = [0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length]
  return Buffer.concat([answer, Buffer.from(head), Buffer.from(text)])
}

function textOf(name: string) {
  try {
    return readFileSync(join(zone, name), 'latin1')
  } catch {
    return undefined
  }
}
