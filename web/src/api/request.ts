import i18n from 'i18next'
import { isUnattended } from './attention'
import { ApiError } from './errors'
import type { Problem } from './schema'
import { noteServerTime } from './server-clock'

/** Orval types the errors of its hooks with these two. */
export type ErrorType<E> = ApiError<E>
export type BodyType<B> = B

export type RequestOptions = RequestInit & {
  /** A probe: nobody but the caller hears of its failure. */
  quiet?: boolean
  /** For a file: percent sent so far. */
  onProgress?: (percent: number) => void
}

/** Reaction of the application to an answer that concerns more than the call itself. */
export type Reactions = {
  /** The session ended. True: the user signed in again, so the call is worth repeating. */
  unauthenticated(): Promise<boolean>
  /** The token of this page is not the cookie's any more: another tab signed in or out. */
  outdated(): Promise<void>
  /** `reads`: the call only asked for something to show. */
  forbidden(error: ApiError, reads: boolean): Promise<void>
  unavailable(error: ApiError): void
}

let reactions: Reactions | undefined
let csrfToken: string | undefined

export function setReactions(next: Reactions) {
  reactions = next
}

export function setCsrfToken(token: string) {
  csrfToken = token
}

/** Where the server keeps its calls; the paths of the contract follow. */
const PREFIX = '/api'

/** Some proxies let only GET and POST through, so the rest travel as POST. */
const OVERRIDDEN = new Set(['PATCH', 'PUT', 'DELETE'])

declare global {
  interface Window {
    /** Answers that index.html has asked for, by path; undefined where none came. */
    early?: Record<string, Promise<Response | undefined>>
  }
}

/** Each is taken once: what is asked for later is newer. */
async function takeEarly(url: string): Promise<Response | undefined> {
  const answer = window.early?.[url]
  delete window.early?.[url]
  return answer
}

async function send(url: string, { onProgress, ...init }: Omit<RequestOptions, 'quiet'>) {
  const method = init.method ?? 'GET'
  const headers = new Headers(init.headers)
  headers.set('Accept', 'application/json')
  headers.set('X-Requested-With', 'XMLHttpRequest')
  // Texts in answers are in the language of the screen, whatever the browser prefers.
  if (i18n.language) headers.set('Accept-Language', i18n.language)
  // Nobody is at the page: the request does not keep the session alive.
  if (method === 'GET' && isUnattended()) headers.set('X-Background', '1')
  if (method !== 'GET' && csrfToken) headers.set('X-CSRF-Token', csrfToken)
  if (OVERRIDDEN.has(method)) headers.set('X-HTTP-Method-Override', method)
  const call: RequestInit = {
    ...init,
    headers,
    method: OVERRIDDEN.has(method) ? 'POST' : method,
    credentials: 'include',
  }
  if (!onProgress) return fetch(`${PREFIX}${url}`, call)
  const { upload } = await import('./upload')
  return upload(`${PREFIX}${url}`, call, onProgress)
}

const sendOrFail = (url: string, init: RequestInit) =>
  send(url, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0)
  })

async function failure(response: Response) {
  const problem = isJson(response) ? ((await response.json()) as Problem) : undefined
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined
  return new ApiError(response.status, problem, retryAfter)
}

const isJson = (response: Response) => response.headers.get('Content-Type')?.includes('json') ?? false

async function body(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return isJson(response) ? response.json() : response.blob()
}

type Remedy = 'token' | 'session' | 'newer session'

/** Puts right what can be put right. True: the call is worth sending once more. `sentWith` is the token of that time. */
async function remedy(error: ApiError, used: Set<Remedy>, sentWith: string | undefined): Promise<boolean> {
  if (!reactions) return false
  if (error.problem?.message_code === 'request_not_trusted' && !used.has('token')) {
    used.add('token')
    await reactions.outdated()
    return true
  }
  // The user has signed in while the call was on its way: nobody is asked for the password a second time.
  if (error.status === 401 && sentWith !== csrfToken && !used.has('newer session')) {
    used.add('newer session')
    return true
  }
  if (error.status === 401 && !used.has('session')) {
    used.add('session')
    return reactions.unauthenticated()
  }
  return false
}

/** The only fetch of the web: every generated call passes here. */
export async function request<T>(url: string, options: RequestOptions = {}): Promise<T> {
  const { quiet, ...init } = options
  const used = new Set<Remedy>()
  for (;;) {
    const [sentWith, sentAt] = [csrfToken, Date.now()]
    const early = init.method === undefined || init.method === 'GET' ? await takeEarly(url) : undefined
    const response = early ?? (await sendOrFail(url, init))
    // Nobody noted when an early one was sent.
    if (!early) noteServerTime(response.headers, sentAt)
    if (response.ok) return (await body(response)) as T

    const error = await failure(response)
    if (quiet) throw error
    if (await remedy(error, used, sentWith)) continue
    if (error.status === 403) await reactions?.forbidden(error, (init.method ?? 'GET') === 'GET')
    if (error.status === 503) reactions?.unavailable(error)
    throw error
  }
}

/** Whether the server can be reached. */
export async function answers() {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
