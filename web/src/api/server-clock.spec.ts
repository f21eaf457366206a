import { expect, it } from 'vitest'
import { noteServerTime, serverOffset } from './server-clock'

const NOW = Date.parse('2026-11-26T10:00:00Z')
const headers = (date: string, kept = 'no-store') => new Headers({ Date: date, 'Cache-Control': kept })

it('measures the clock of the server, also after a reload, and never by a kept answer', () => {
  noteServerTime(headers('Thu, 26 Nov 2026 10:10:00 GMT', 'private, max-age=60'), NOW, NOW)
  noteServerTime(new Headers({ 'Cache-Control': 'no-store' }), NOW, NOW)
  expect(serverOffset()).toBeUndefined()
  noteServerTime(headers('Thu, 26 Nov 2026 10:10:00 GMT'), NOW, NOW + 400)
  expect(serverOffset()).toBe(600)
  expect(localStorage.getItem('remessa-clock-offset')).toBe('600')
  // Slow answers and whole seconds change nothing.
  noteServerTime(headers('Thu, 26 Nov 2026 10:10:04 GMT'), NOW, NOW + 8_000)
  noteServerTime(headers('Thu, 26 Nov 2026 10:10:01 GMT'), NOW, NOW)
  expect(serverOffset()).toBe(600)
  noteServerTime(headers('Thu, 26 Nov 2026 09:59:00 GMT'), NOW, NOW)
  expect(serverOffset()).toBe(-60)
})
