import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BackgroundTask, LiveProgress } from '@/api/schema'
import { change, progressPoll } from './link'
import { showProgress } from './progress'

const task = (id: string, completed_at: string | null = null) =>
  ({ id, stage: 0, progress: 0, done: 0, total: null, completed_at, failed_at: null }) as BackgroundTask

const half: LiveProgress = { id: 'one', stage: 10, progress: 50, done: 5, total: 10 }

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(1_000_000)
})

afterEach(() => {
  change('starting')
  vi.useRealTimers()
})

it('progress moves the process in lists and on its page, and no other', () => {
  const client = new QueryClient()
  const [list, page, other] = [['background_tasks'], ['background_tasks', 'one'], ['shipments']]
  client.setQueryData(list, { data: [task('one'), task('two')], meta: { pending: 2 } })
  client.setQueryData(page, { data: task('one') })
  const notice = {
    ref: 'background_task:one',
    notification_type: 'progress',
    progress: { code: 0, progress: 0 },
  }
  const [drawer, next] = [['notifications', { tab: 'all' }, 'pages'], { ref: null, progress: null }]
  client.setQueryData(drawer, { pages: [{ data: [notice, next] }] })
  client.setQueryData(other, { data: [task('one')] })
  showProgress(client, half)
  expect(client.getQueryData(list)).toMatchObject({
    data: [
      { id: 'one', progress: 50, done: 5 },
      { id: 'two', progress: 0 },
    ],
    meta: { pending: 2 },
  })
  expect(client.getQueryData(page)).toMatchObject({ data: { stage: 10, total: 10 } })
  expect(client.getQueryData(drawer)).toMatchObject({
    pages: [{ data: [{ progress: { code: 10, progress: 50 } }, { progress: null }] }],
  })
  expect(client.getQueryData(other)).toMatchObject({ data: [{ progress: 0 }] })
})

it('late progress does not move a process that has ended', () => {
  const client = new QueryClient()
  const ended = { data: [{ ...task('one', '2026-01-01T00:00:00Z'), progress: 100 }] }
  client.setQueryData(['background_tasks'], ended)
  showProgress(client, half)
  expect(client.getQueryData(['background_tasks'])).toEqual(ended)
})

it('processes are asked for only while their progress does not arrive', () => {
  vi.setSystemTime(2_000_000)
  expect(progressPoll(false)).toBe(false)
  expect(progressPoll(true)).toBe(1_000)
  change('connected')
  expect(progressPoll(true)).toBe(10_000)
  showProgress(new QueryClient(), half)
  expect(progressPoll(true)).toBe(false)
  vi.advanceTimersByTime(20_000)
  expect(progressPoll(true)).toBe(10_000)
})
