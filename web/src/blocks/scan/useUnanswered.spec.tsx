import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { CodeLine } from './codes'
import { AGAIN_MS, hasNoAnswer, useUnanswered } from './useUnanswered'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const unsent = (code: string): CodeLine => ({ code, refusal: 'Not sent', unsent: true })

function open(...start: CodeLine[]) {
  const send = vi.fn(async (_code: string) => undefined)
  const { rerender, unmount } = renderHook(({ lines }) => useUnanswered({ lines, send }), {
    initialProps: { lines: start },
  })
  return {
    sent: () => send.mock.calls.map(([code]) => code),
    change: (...lines: CodeLine[]) => rerender({ lines }),
    unmount,
  }
}

const beOnline = () => act(async () => void window.dispatchEvent(new Event('online')))
const wait = () => act(() => vi.advanceTimersByTimeAsync(AGAIN_MS))

it('codes without an answer are sent once a network is there, in their order', async () => {
  const { sent, change } = open(unsent('A'), { code: 'B', refusal: 'Closed.' }, unsent('C'))
  await beOnline()
  expect(sent()).toEqual(['A', 'C'])
  change({ code: 'A', done: true }, { code: 'B', refusal: 'Closed.' })
  await wait()
  expect(sent()).toEqual(['A', 'C'])
})

it('they are sent again and again until there is an answer', async () => {
  const { sent, change } = open(unsent('A'))
  await wait()
  await wait()
  expect(sent()).toEqual(['A', 'A'])
  change({ code: 'A', refusal: 'In another bag.' })
  await wait()
  expect(sent()).toEqual(['A', 'A'])
})

it('nothing is sent of a page that was left', async () => {
  const { sent, unmount } = open(unsent('A'))
  unmount()
  await wait()
  await beOnline()
  expect(sent()).toEqual([])
})

it('a refusal is an answer, and a fault of the page is none to wait for', () => {
  expect([0, 401, 503].map((status) => hasNoAnswer(new ApiError(status)))).toEqual([true, true, true])
  expect([409, 422, 500].map((status) => hasNoAnswer(new ApiError(status)))).toEqual([false, false, false])
  expect(hasNoAnswer(new Error('a fault'))).toBe(false)
})
