import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { follow } from './follow'
import { currentLink } from './link'
import type { FromPage } from './pages'
import type { Report } from './socket'

const { said, pipe, liveEventList } = vi.hoisted(() => ({
  said: [] as FromPage[],
  pipe: {} as { report(report: Report): void },
  liveEventList: vi.fn(),
}))
vi.mock('./pages', () => ({
  openPipe(report: (report: Report) => void) {
    pipe.report = report
    return { say: (one: FromPage) => said.push(one) }
  },
}))
vi.mock('@/api/generated/endpoints/live/live', () => ({ liveEventList }))

const lost: Report = { kind: 'link', connected: false }
const connected: Report = { kind: 'link', connected: true }
const hurries = () => said.filter(({ kind }) => kind === 'here').length
let unfollow: () => void

beforeEach(() => {
  vi.useFakeTimers()
  said.length = 0
  liveEventList.mockReset()
  unfollow = follow('u1', { event: vi.fn(), progress: vi.fn(), lost: vi.fn() })
  pipe.report(connected)
})

afterEach(() => {
  unfollow()
  vi.useRealTimers()
})

it('an answer that comes after the socket is back leaves the page connected', async () => {
  let answer = (_: { data: [] }) => {}
  liveEventList.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  pipe.report(lost)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(liveEventList).toHaveBeenCalledTimes(1)
  pipe.report(connected)
  answer({ data: [] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(currentLink()).toBe('connected')
  expect(liveEventList).toHaveBeenCalledTimes(1)
})

it('a failure that comes after the socket is back is none', async () => {
  let fail = (_: Error) => {}
  liveEventList.mockReturnValue(
    new Promise((_, reject) => {
      fail = reject
    }),
  )
  pipe.report(lost)
  await vi.advanceTimersByTimeAsync(3_000)
  pipe.report(connected)
  fail(new Error('the wire was cut'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(currentLink()).toBe('connected')
})

it('the first answer after a loss of the network calls the socket back at once', async () => {
  liveEventList.mockRejectedValue(new TypeError('Failed to fetch'))
  pipe.report(lost)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(currentLink()).toBe('offline')
  const before = hurries()
  liveEventList.mockResolvedValue({ data: [] })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(currentLink()).toBe('polling')
  expect(hurries()).toBe(before + 1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(hurries()).toBe(before + 1)
})
