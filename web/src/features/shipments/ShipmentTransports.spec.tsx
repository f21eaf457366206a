import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ShipmentTransport } from '@/api/schema'
import { renderPage } from '../../../test/render'
import ShipmentTransports from './ShipmentTransports'

const arrived = (more: Partial<ShipmentTransport>): ShipmentTransport => ({
  stage: 'arrived',
  kind: 'bag',
  parcel_count: 3,
  short_count: 0,
  packed_at: '2026-11-28T10:00:00Z',
  sealed_at: '2026-11-28T11:00:00Z',
  origin_airport: 'SFO',
  destination_airport: 'GRU',
  flights: [],
  moved_at: '2026-11-30T18:20:00Z',
  bag: null,
  waybill: null,
  ...more,
})

const renderTravels = (transport: ShipmentTransport) =>
  renderPage(() => <ShipmentTransports travels={{ transports: [transport], manifests: [] }} />)

it('a parcel that did not come with its bag has not arrived', async () => {
  await renderTravels(arrived({ parcel_count: 1, short_count: 1 }))
  expect(screen.getByText('Did not arrive')).toBeVisible()
  expect(screen.queryByText('Arrived')).toBeNull()
})

it('the others of its shipment have', async () => {
  await renderTravels(arrived({ short_count: 1 }))
  expect(screen.getByText('Arrived at the destination airport')).toBeVisible()
  expect(screen.getByText('Not arrived').nextSibling).toHaveTextContent('1')
})
