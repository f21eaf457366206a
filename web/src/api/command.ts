import { request } from './request'
import type { Command } from './schema'

const LONGEST = 500

/**
 * A path on this origin: one leading slash, then plain characters. No scheme, host, user, `//`, `..`, backslash or
 * percent code. The server has checked it as well; the page checks it when it is followed.
 */
export function isOwnPath(path: unknown): path is string {
  return (
    typeof path === 'string' &&
    path.length <= LONGEST &&
    /^\/[A-Za-z0-9/_\-.,~?&=+]*$/.test(path) &&
    !path.includes('//') &&
    !path.includes('..') &&
    new URL(path, window.location.origin).origin === window.location.origin
  )
}

/** The URL of a file of the API. */
export const fileUrl = (path: string) => `/api${path}`

const METHODS = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])

/** Calls the API as a notification says: a path means GET. */
export async function runCommand(command: Command) {
  const { method, url } = typeof command === 'string' ? { method: 'GET', url: command } : command
  if (!isOwnPath(url) || !METHODS.has(method)) throw new TypeError('not a call of this API')
  await request(url, {
    method,
    ...(method !== 'GET' && { body: '{}', headers: { 'Content-Type': 'application/json' } }),
  })
}
