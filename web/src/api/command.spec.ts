import { describe, expect, it } from 'vitest'
import { isOwnPath, runCommand } from './command'

/** Also in `server/core/src/notify/path.rs`. */
const HOSTILE = [
  '',
  'account',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\/evil.test',
  '/a//b',
  '/../admin',
  '/a/../../b',
  '/%2e%2e/b',
  '/%2f%2fevil.test',
  'https://evil.test',
  'HTTPS:/evil.test',
  'javascript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,x',
  '/user@evil.test',
  '@evil.test',
  '/a b',
  '/a\n/b',
  '/a\u0000',
  '/a#b',
  '/ação',
  ' /a',
  '/\t/evil.test',
  '/a\n',
  `/${'a'.repeat(500)}`,
]

describe('paths of actions', () => {
  it.each(HOSTILE)('%j is not followed', (path) => {
    expect(isOwnPath(path)).toBe(false)
  })

  it.each([null, undefined, 7, {}, ['/a']])('%j is no path', (path) => {
    expect(isOwnPath(path)).toBe(false)
  })

  it.each(['/', '/background_tasks/0198-a/file', '/shipments?status=10,15&sort=-created_at'])(
    '%s is followed',
    (path) => {
      expect(isOwnPath(path)).toBe(true)
    },
  )

  it('a command that leads elsewhere is not sent', async () => {
    await expect(runCommand('//evil.test')).rejects.toThrow('not a call')
    await expect(runCommand({ method: 'POST', url: '/a/../b' })).rejects.toThrow('not a call')
    await expect(runCommand({ method: 'TRACE' as 'GET', url: '/a' })).rejects.toThrow('not a call')
  })
})
