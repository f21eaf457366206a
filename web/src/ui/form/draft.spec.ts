import { beforeEach, expect, it, vi } from 'vitest'
import { clearDraft, clearDrafts, readDraft, setDraftOwner, UNSENT, writeDraft } from './draft'

/** Where the draft of nobody in particular lies. */
const KEPT = 'remessa-draft-form'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

it('keeps what was typed once the typing pauses', () => {
  writeDraft('form', { text: 'a' })
  writeDraft('form', { text: 'ab' })
  expect(localStorage.getItem(KEPT)).toBeNull()
  vi.runAllTimers()
  expect(localStorage.getItem(KEPT)).toBe('{"text":"ab"}')
  expect(readDraft('form')).toEqual({ text: 'ab' })
})

it('does not wait when the page goes away', () => {
  writeDraft('form', { text: 'a' })
  window.dispatchEvent(new Event('pagehide'))
  expect(readDraft('form')).toEqual({ text: 'a' })
})

it('does not wait when a phone hides the page, which may be the last that it hears', () => {
  writeDraft('form', { text: 'a' })
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(localStorage.getItem(KEPT)).toBe('{"text":"a"}')
  hidden.mockRestore()
})

it('is read as it was typed last, without waiting for the pause', () => {
  writeDraft('form', { text: 'a' })
  vi.runAllTimers()
  writeDraft('form', { text: 'ab' })
  expect(readDraft('form')).toEqual({ text: 'ab' })
})

it('outlives a page that went away and came back before the typing paused', () => {
  writeDraft('form', { text: 'a' })
  window.dispatchEvent(new Event('pagehide'))
  vi.runAllTimers()
  expect(readDraft('form')).toEqual({ text: 'a' })
})

it('forgets a draft together with what was still to be written', () => {
  writeDraft('form', { text: 'a' })
  clearDraft('form')
  vi.runAllTimers()
  expect(readDraft('form')).toBeUndefined()
})

it('is its owner’s alone, and still there when that person comes back', () => {
  setDraftOwner('ana')
  writeDraft('form', { text: 'a' })
  vi.runAllTimers()
  setDraftOwner('bruno')
  expect(readDraft('form')).toBeUndefined()
  clearDraft('form')
  setDraftOwner('ana')
  expect(readDraft('form')).toEqual({ text: 'a' })
})

it('is deleted at sign-out, and nobody else’s with it', () => {
  setDraftOwner('bruno')
  writeDraft('form', { text: 'b' })
  vi.runAllTimers()
  setDraftOwner('ana')
  writeDraft('form', { text: 'a' })
  vi.runAllTimers()
  writeDraft('other', { text: 'a' })
  clearDrafts()
  vi.runAllTimers()
  expect([readDraft('form'), readDraft('other')]).toEqual([undefined, undefined])
  setDraftOwner('bruno')
  expect(readDraft('form')).toEqual({ text: 'b' })
})

it('goes to whom it belongs, though somebody else signs in before the typing paused', () => {
  setDraftOwner('ana')
  writeDraft('note', { text: 'a' })
  setDraftOwner('bruno')
  vi.runAllTimers()
  expect(readDraft('note')).toBeUndefined()
})

it('keeps work that is not sent yet, for the same person alone', () => {
  setDraftOwner('ana')
  writeDraft(`${UNSENT}parcels`, { text: 'a' })
  vi.runAllTimers()
  clearDrafts()
  expect(readDraft(`${UNSENT}parcels`)).toEqual({ text: 'a' })
  setDraftOwner('bruno')
  expect(readDraft(`${UNSENT}parcels`)).toBeUndefined()
})
