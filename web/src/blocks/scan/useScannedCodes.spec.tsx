import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { clearDrafts, setDraftOwner } from '@/ui/form/draft'
import type { CodeLine, CodeRule } from './codes'
import { readScannedCodes, useScannedCodes } from './useScannedCodes'

const RULE: CodeRule = { read: (text) => text.split(' ').filter(Boolean), most: 10 }

/** The list of this user, with lines as they stand at the end of the day. */
function scanAs(user: string, start: CodeLine[]) {
  setDraftOwner(user)
  return renderHook(() => useScannedCodes({ draft: 'bag-7', rule: RULE, start }))
}

it('keeps what is not sent when its user signs out, for that user alone', () => {
  const lines: CodeLine[] = [
    { code: 'A', refusal: 'Sent again by itself.', unsent: true },
    { code: 'B', done: true },
  ]
  scanAs('ana', lines).unmount()
  clearDrafts()
  expect(readScannedCodes('bag-7')).toEqual(lines)
  setDraftOwner('bruno')
  expect(readScannedCodes('bag-7')).toEqual([])
})

it('sends again what was on its way when the page went', () => {
  const start: CodeLine[] = [{ code: 'A' }, { code: 'B', done: true }, { code: 'C', refusal: 'Closed.' }]
  const { result } = renderHook(() => useScannedCodes({ draft: 'way', rule: RULE, start, resends: true }))
  expect(result.current.lines).toEqual([{ code: 'A', unsent: true }, ...start.slice(1)])
})

it('leaves nothing behind once all is sent or thrown away', () => {
  const { result } = scanAs('ana', [{ code: 'A', refusal: 'Sent again by itself.', unsent: true }])
  act(() => result.current.clear())
  clearDrafts()
  expect(readScannedCodes('bag-7')).toEqual([])
  expect(Object.keys(localStorage)).toEqual([])
})

it('keeps the answer that comes between two scans, before the page is drawn again', () => {
  const { result } = renderHook(() => useScannedCodes({ draft: 'between', rule: RULE }))
  act(() => result.current.scan('A'))
  // All three with the list as it was drawn last.
  const { amend, scan } = result.current
  act(() => {
    amend((lines) => lines.map((line) => ({ ...line, done: true })))
    scan('B')
    scan('C')
  })
  expect(result.current.lines).toEqual([{ code: 'C' }, { code: 'B' }, { code: 'A', done: true }])
})

it('keeps the answer that takes the list off its page', () => {
  const { result, unmount } = renderHook(() => useScannedCodes({ draft: 'gone', rule: RULE }))
  act(() => void result.current.scan('A'))
  const { amend } = result.current
  unmount()
  amend((lines) => lines.map((line) => ({ ...line, done: true })))
  expect(readScannedCodes('gone')).toEqual([{ code: 'A', done: true }])
})
