import { afterEach, expect, it, vi } from 'vitest'
import { upload } from './upload'

/** As much of the browser's object as the upload uses. */
class Call {
  static last: Call
  status = 0
  response: unknown
  withCredentials = false
  responseType = ''
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  headers: Record<string, string> = {}
  open = vi.fn()
  send = vi.fn()
  abort = vi.fn(() => this.onabort?.())
  constructor() {
    Call.last = this
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name.toLowerCase()] = value
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\nretry-after: 3\r\n'
  }
}

afterEach(() => vi.unstubAllGlobals())

function start(init: RequestInit = {}) {
  vi.stubGlobal('XMLHttpRequest', Call)
  const told: number[] = []
  const answer = upload(
    '/api/files',
    { method: 'POST', headers: { 'X-CSRF-Token': 't' }, ...init },
    (percent) => told.push(percent),
  )
  return { answer, told, call: Call.last }
}

it('tells how much has gone out, and answers as fetch would', async () => {
  const { answer, told, call } = start({ body: 'abc' })
  expect(call.open).toHaveBeenCalledWith('POST', '/api/files')
  expect(call.headers['x-csrf-token']).toBe('t')
  call.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  call.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
  Object.assign(call, { status: 422, response: new Blob(['{"message":"no"}']) })
  call.onload?.()
  const response = await answer
  expect(told).toEqual([25])
  expect(response.status).toBe(422)
  expect(response.headers.get('Retry-After')).toBe('3')
  expect(await response.json()).toEqual({ message: 'no' })
})

it('fails when there is no answer, and when it is given up', async () => {
  const lost = start()
  lost.call.onerror?.()
  await expect(lost.answer).rejects.toThrow()

  const stop = new AbortController()
  const given = start({ signal: stop.signal })
  stop.abort()
  await expect(given.answer).rejects.toThrow()
})
