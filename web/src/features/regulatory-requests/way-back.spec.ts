import { expect, it } from 'vitest'
import { RegulatoryStatus, RegulatoryTarget } from '@/api/schema'
import { wayBack } from './way-back'

const fresh = { id: 'fresh', anvisa_solicita_status: RegulatoryStatus.NotRequested }
const failed = { id: 'failed', anvisa_solicita_status: RegulatoryStatus.Error }
const pending = { id: 'pending', anvisa_solicita_status: RegulatoryStatus.Pending }

it('what was submitted is cancelled, unless it was not new', () => {
  expect(wayBack(RegulatoryTarget.Pending, [fresh, failed], ['fresh', 'failed'])).toEqual({
    target: RegulatoryTarget.NotRequested,
    ids: ['fresh'],
  })
})

it('what was cancelled is submitted again, and what was refused stays', () => {
  expect(wayBack(RegulatoryTarget.NotRequested, [pending, fresh], ['pending'])).toEqual({
    target: RegulatoryTarget.Pending,
    ids: ['pending'],
  })
})

it('what is done has no way back', () => {
  expect(wayBack(RegulatoryTarget.Done, [pending], ['pending'])).toBeUndefined()
})
