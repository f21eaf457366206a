import { beforeEach, expect, it, vi } from 'vitest'
import { clearDraft, readDraft, writeDraft } from './draft'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

it('keeps what was typed once the typing pauses', () => {
  writeDraft('letter', { text: 'a' })
  writeDraft('letter', { text: 'ab' })
  expect(readDraft('letter')).toBeUndefined()
  vi.runAllTimers()
  expect(readDraft('letter')).toEqual({ text: 'ab' })
})

it('does not wait when the page goes away', () => {
  writeDraft('letter', { text: 'a' })
  window.dispatchEvent(new Event('pagehide'))
  expect(readDraft('letter')).toEqual({ text: 'a' })
})

it('forgets a draft together with what was still to be written', () => {
  writeDraft('letter', { text: 'a' })
  clearDraft('letter')
  vi.runAllTimers()
  expect(readDraft('letter')).toBeUndefined()
})
