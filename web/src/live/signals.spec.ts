import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { change } from './link'
import { connectSignals, hearSignal, type OwnSignal, useSignals } from './signals'

const TICKET = { target: 'ticket', id: 't1' } as const
const by = (user_id: string, signal: OwnSignal['signal']) => ({ ...TICKET, user_id, name: user_id, signal })

let said: OwnSignal['signal'][]

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  connectSignals(({ signal }) => said.push(signal))
  change('connected')
})

afterEach(() => {
  connectSignals(undefined)
  change('starting')
  vi.useRealTimers()
})

describe('signals', () => {
  it('a page tells that it shows a record, again every 20 seconds, and when it leaves', () => {
    const { unmount } = renderHook(() => useSignals(TICKET))
    vi.advanceTimersByTime(21_000)
    unmount()
    expect(said).toEqual(['viewing', 'viewing', 'left'])
  })

  it('typing is told once in a while, however fast the keys are', () => {
    const { result } = renderHook(() => useSignals(TICKET))
    for (let key = 0; key < 20; key++) {
      result.current.say('typing')
      vi.advanceTimersByTime(100)
    }
    expect(said).toEqual(['viewing', 'typing', 'typing'])
  })

  it('typing ends by itself, with another signal, and with the connection', () => {
    const { result } = renderHook(() => useSignals(TICKET))
    const shown = () => result.current.people.map(({ userId, signal }) => `${userId} ${signal}`)
    act(() => hearSignal(by('ana', 'typing')))
    act(() => hearSignal(by('bia', 'replying')))
    expect(shown()).toEqual(['ana typing', 'bia replying'])
    act(() => vi.advanceTimersByTime(3_100))
    expect(shown()).toEqual(['bia replying'])
    act(() => hearSignal(by('bia', 'viewing')))
    expect(shown()).toEqual(['bia viewing'])
    act(() => hearSignal(by('bia', 'left')))
    expect(shown()).toEqual([])
    act(() => hearSignal({ ...by('ana', 'typing'), id: 't2' }))
    expect(shown()).toEqual([])
    act(() => hearSignal(by('ana', 'viewing')))
    act(() => connectSignals(undefined))
    expect(shown()).toEqual([])
  })
})
