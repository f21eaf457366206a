import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Manifest, ManifestStatus } from '@/api/schema'
import { useWhyClosed } from './useWhyClosed'

const { Open, Closed, Sent, Accepted, Rejected, Sending, Cancelled } = ManifestStatus

function whyClosed(status: ManifestStatus, purpose: Manifest['purpose'] = 'creation') {
  const { result } = renderHook(() => useWhyClosed())
  return result.current({ status, purpose } as Manifest)
}

it('a manifest can be changed while it is open, and reopened once it is closed', () => {
  expect(whyClosed(Open)).toBeUndefined()
  expect(whyClosed(Closed)).toMatch(/Reopen it/)
})

it('a withdrawal is never changed, reopened or not', () => {
  expect(whyClosed(Open, 'deletion')).toMatch(/^It is being withdrawn/)
  expect(whyClosed(Closed, 'deletion')).toMatch(/^Its withdrawal is ready/)
})

it('nobody hears that the receiver knows a withdrawn manifest as it stands', () => {
  expect(whyClosed(Sent)).toMatch(/its receivers know it/)
  expect(whyClosed(Sent, 'deletion')).toMatch(/^It is withdrawn/)
  expect(whyClosed(Accepted, 'deletion')).toMatch(/^Its withdrawal was accepted/)
  expect(whyClosed(Rejected, 'deletion')).toMatch(/^Its withdrawal was rejected/)
})

it('a withdrawal that is on its way or canceled is as any other', () => {
  for (const status of [Sending, Cancelled]) expect(whyClosed(status, 'deletion')).toBe(whyClosed(status))
})
