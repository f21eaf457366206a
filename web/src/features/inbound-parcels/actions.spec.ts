import { expect, it, vi } from 'vitest'
import { type InboundParcel, InboundParcelStatus, type Profile } from '@/api/schema'
import { entryOf } from '@/blocks/record-actions'
import { parcelActions } from './actions'

const stored = {
  id: '7',
  status: InboundParcelStatus.Stored,
  storage: { abandon_from: '2026-12-31' },
  can: { abandon: false },
} as unknown as InboundParcel

const format = { day: String } as never

const labels = (can: Profile['can']) =>
  parcelActions(((key: string) => key) as never, format, can).flatMap((action) => {
    const entry = entryOf(action as never, stored, vi.fn())
    return entry ? [entry.label] : []
  })

it('when a parcel can be abandoned is told to those who may abandon it, not to its client', () => {
  expect(labels({ 'inbound_parcel.abandon': true })).toContain('action.abandon')
  expect(labels({})).not.toContain('action.abandon')
})
