import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '@/api/errors'
import { clearDrafts, setDraftOwner } from '@/ui/form/draft'
import type { CodeLine } from './codes'
import { useScanKeys } from './useScanKeys'

beforeEach(() => {
  localStorage.clear()
  setDraftOwner('ana')
})

const LINES: CodeLine[] = [{ code: 'A' }]
const open = () =>
  renderHook(({ lines }) => useScanKeys<{ key: string }>('bag-7', lines), { initialProps: { lines: LINES } })
const another = () => ({ key: 'another' })

it('a scan has its key until its answer has come, also after a reload and a sign-out', () => {
  const before = open()
  before.result.current.take('A', () => ({ key: 'first' }))
  before.unmount()
  clearDrafts()
  const { result, unmount } = open()
  expect(result.current.take('A', another).key).toBe('first')
  result.current.forget('A')
  unmount()
  expect(open().result.current.take('A', another).key).toBe('another')
})

it('a refusal ends a scan, and no answer or a fault does not', () => {
  const { result } = open()
  for (const status of [0, 401, 503, 500]) {
    result.current.take('A', () => ({ key: 'first' }))
    result.current.fail('A', new ApiError(status))
    expect(result.current.take('A', another).key).toBe('first')
  }
  result.current.fail('A', new ApiError(409))
  expect(result.current.take('A', another).key).toBe('another')
})

it('nothing is left once all have their answers', () => {
  const { result } = open()
  result.current.take('A', another)
  result.current.forget('A')
  expect(Object.keys(localStorage)).toEqual([])
})

it('a key goes with its line, and the next scan of the code is another one', () => {
  const { result, rerender } = open()
  result.current.take('A', () => ({ key: 'first' }))
  rerender({ lines: [{ code: 'B' }, ...LINES] })
  expect(result.current.take('A', another).key).toBe('first')
  rerender({ lines: [{ code: 'B' }] })
  expect(Object.keys(localStorage)).toEqual([])
  rerender({ lines: LINES })
  expect(result.current.take('A', another).key).toBe('another')
})

it('a key whose line went with an earlier page goes at the start', () => {
  const before = open()
  before.result.current.take('B', another)
  before.unmount()
  open()
  expect(Object.keys(localStorage)).toEqual([])
})
