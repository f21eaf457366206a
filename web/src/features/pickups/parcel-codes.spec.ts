import { expect, it, vi } from 'vitest'
import type { PickupShipment, TrackedJourney } from '@/api/schema'
import { PARCEL_CODES } from '@/shared/tracking/codes'
import { findParcels } from './parcel-codes'

const shipments = [
  { tracking_code: 'AT000000014BR', to_name: 'Maria', to_city: 'Berlin' },
] as unknown as PickupShipment[]

it('keeps the number of a parcel behind its code, each code once', () => {
  expect(PARCEL_CODES.read('at000000014br001\nAT000000014BR002, at000000014br001')).toEqual([
    'AT000000014BR001',
    'AT000000014BR002',
  ])
})

it('reads the code of a parcel in the groups of its label', () => {
  expect(PARCEL_CODES.read('at 000 000 014 br 002 AT000000028BR-001\nAT 000 000 014 BR')).toEqual([
    'AT000000014BR002',
    'AT000000028BR001',
    'AT000000014BR',
  ])
})

it('knows the shipments of the pickup without asking', async () => {
  const search = vi.fn(async () => [])
  expect(await findParcels({ shipments }, ['AT000000014BR001'], search)).toEqual([
    ['AT000000014BR001', { name: 'Maria, Berlin' }],
  ])
  expect(search).not.toHaveBeenCalled()
})

it('asks once for what is not in the pickup, and says what nobody knows', async () => {
  const other = { tracking_code: 'AT000000028BR', shipment_id: '1', to_name: 'Kenji', to_city: null }
  const search = vi.fn(async () => [other] as unknown as TrackedJourney[])
  expect(await findParcels({ shipments }, ['AT000000028BR', 'BAG-1'], search)).toEqual([
    ['AT000000028BR', { name: 'Kenji', isExtra: true }],
    ['BAG-1', null],
  ])
  expect(search).toHaveBeenCalledExactlyOnceWith(['AT000000028BR', 'BAG-1'])
})
