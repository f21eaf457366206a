import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { CodeLine } from '@/blocks/scan/codes'
import type { ScannedCodes } from '@/blocks/scan/useScannedCodes'
import { clearDrafts, setDraftOwner } from '@/ui/form/draft'
import { useRecording } from './useRecording'

vi.mock('@/ui/format', () => ({ useFormat: () => ({ preferences: { timeZone: 'UTC' } }) }))

function open(waiting: CodeLine[]) {
  const collected = { waiting, isEmpty: waiting.length === 0 } as ScannedCodes
  const calls = { onRecord: async () => [], onUndo: async () => undefined }
  return renderHook(() => useRecording({ collected, ...calls }))
}

function type(waiting: CodeLine[]) {
  const { result, unmount } = open(waiting)
  act(() => result.current.set('event_code', 'DEPARTED'))
  act(() => result.current.set('note', 'wet'))
  act(() => result.current.setNow(false))
  unmount()
}

beforeEach(() => {
  localStorage.clear()
  setDraftOwner('ana')
})

it('what was typed for scanned codes stays with them at a sign-out', () => {
  type([{ code: 'A' }])
  clearDrafts()
  const { values } = open([{ code: 'A' }]).result.current.form
  expect(values).toMatchObject({ event_code: 'DEPARTED', note: 'wet', is_now: false })
  expect(values.occurred_at).not.toBe('')
})

it('without codes nothing typed outlives a sign-out', () => {
  type([{ code: 'A' }])
  open([]).unmount()
  clearDrafts()
  expect(open([{ code: 'A' }]).result.current.form.values).toMatchObject({ event_code: '', note: '' })
})
