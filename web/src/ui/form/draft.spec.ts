import { beforeEach, expect, it, vi } from 'vitest'
import { clearDraft, readDraft, setDraftOwner, writeDraft } from './draft'

/** Where the draft of nobody in particular lies. */
const KEPT = 'remessa-draft-letter'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

it('keeps what was typed once the typing pauses', () => {
  writeDraft('letter', { text: 'a' })
  writeDraft('letter', { text: 'ab' })
  expect(localStorage.getItem(KEPT)).toBeNull()
  vi.runAllTimers()
  expect(localStorage.getItem(KEPT)).toBe('{"text":"ab"}')
  expect(readDraft('letter')).toEqual({ text: 'ab' })
})

it('does not wait when the page goes away', () => {
  writeDraft('letter', { text: 'a' })
  window.dispatchEvent(new Event('pagehide'))
  expect(readDraft('letter')).toEqual({ text: 'a' })
})

it('is read as it was typed last, without waiting for the pause', () => {
  writeDraft('letter', { text: 'a' })
  vi.runAllTimers()
  writeDraft('letter', { text: 'ab' })
  expect(readDraft('letter')).toEqual({ text: 'ab' })
})

it('outlives a page that went away and came back before the typing paused', () => {
  writeDraft('letter', { text: 'a' })
  window.dispatchEvent(new Event('pagehide'))
  vi.runAllTimers()
  expect(readDraft('letter')).toEqual({ text: 'a' })
})

it('forgets a draft together with what was still to be written', () => {
  writeDraft('letter', { text: 'a' })
  clearDraft('letter')
  vi.runAllTimers()
  expect(readDraft('letter')).toBeUndefined()
})

it('is its owner’s alone, and still there when that person comes back', () => {
  setDraftOwner('ana')
  writeDraft('letter', { text: 'a' })
  vi.runAllTimers()
  setDraftOwner('bruno')
  expect(readDraft('letter')).toBeUndefined()
  clearDraft('letter')
  setDraftOwner('ana')
  expect(readDraft('letter')).toEqual({ text: 'a' })
})

it('goes to whom it belongs, though somebody else signs in before the typing paused', () => {
  setDraftOwner('ana')
  writeDraft('note', { text: 'a' })
  setDraftOwner('bruno')
  vi.runAllTimers()
  expect(readDraft('note')).toBeUndefined()
})
