import { get, type IncomingHttpHeaders } from 'node:http'
import { PORT } from './support'

type ProgramAnswer = {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: { data?: unknown; message_code?: string }
}

/**
 * Reads from the API as a program does: with a token alone, and from outside of every browser. Browsers find `*.localhost`
 * by themselves, Node does not.
 */
export const readAsProgram = (tenant: string, path: string, secret: string) =>
  new Promise<ProgramAnswer>((resolve, reject) => {
    const headers = { host: `${tenant}.localhost:${PORT}`, authorization: `Bearer ${secret}` }
    const where = { host: '127.0.0.1', port: PORT, path: `/api${path}`, headers }
    get(where, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: JSON.parse(text) }),
      )
      answer.on('error', reject)
    }).on('error', reject)
  })
