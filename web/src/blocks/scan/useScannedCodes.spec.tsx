import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CodeRule } from './codes'
import { useScannedCodes } from './useScannedCodes'

const RULE: CodeRule = { read: (text) => text.split(' ').filter(Boolean), most: 10 }

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
