import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { CarrierLabel, ShipmentCarrier } from '@/api/schema'
import { renderPage } from '../../../test/render'
import CarrierCard from './CarrierCard'

const { create } = vi.hoisted(() => ({ create: vi.fn(() => Promise.resolve({})) }))

vi.mock('@/api/generated/endpoints/shipments/shipments', () => ({
  carrierLabelCancel: vi.fn(),
  carrierLabelCreate: create,
  getCarrierLabelShowQueryKey: (id: string) => [id],
  useCarrierLabelRates: vi.fn(),
}))

const label = (more: Partial<CarrierLabel>) =>
  ({
    id: '1',
    status: 30,
    service: 'standard',
    carrier_name: 'generic',
    tracking_number: 'NO1',
    tracking_url: null,
    expected: { amount: '10.00', currency: 'USD' },
    charged: { amount: '12.50', currency: 'USD' },
    difference: { amount: '2.50', currency: 'USD' },
    has_file: true,
    error: null,
    reason: null,
    tracked_at: null,
    ...more,
  }) as CarrierLabel

const carrier = (more: Partial<ShipmentCarrier>): ShipmentCarrier => ({
  provider_id: '1',
  provider_name: 'My Post',
  service: 'standard',
  labels: [],
  can: { create: false, cancel: false, rates: false },
  ...more,
})

it('a bought label has its number, its file, and how much more it cost than was shown', async () => {
  const can = { create: false, cancel: true, rates: true }
  await renderPage(() => <CarrierCard shipment="7" carrier={carrier({ labels: [label({})], can })} />)
  expect(screen.getByText('NO1')).toBeVisible()
  expect(screen.getByText(/\b2\.50/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open label' })).toHaveAttribute(
    'href',
    '/api/shipments/7/carrier-label/file',
  )
  expect(screen.queryByRole('button', { name: 'Buy label' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Cancel label' })).toBeVisible()
})

it('a label without an answer is asked for again, without another question', async () => {
  const asked = label({ status: 20, tracking_number: null, charged: null, difference: null, has_file: false })
  const can = { create: true, cancel: false, rates: true }
  await renderPage(() => <CarrierCard shipment="7" carrier={carrier({ labels: [asked], can })} />)
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  await vi.waitFor(() =>
    expect(create).toHaveBeenCalledExactlyOnceWith('7', { service: null, expected: null }),
  )
})

it('a refusal is told in the words of the carrier', async () => {
  const refused = label({ status: 40, error: 'unknown postcode', has_file: false, tracking_number: null })
  await renderPage(() => <CarrierCard shipment="7" carrier={carrier({ labels: [refused] })} />)
  expect(screen.getByText('unknown postcode')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open label' })).toBeNull()
})

it('a label without an answer says that the carrier is asked again, and others do not', async () => {
  const labels = [label({ id: '2', status: 35 }), label({ status: 40, tracking_number: 'NO2' })]
  await renderPage(() => <CarrierCard shipment="7" carrier={carrier({ labels })} />)
  expect(screen.getByText(/has not answered yet/)).toBeVisible()
})

it('a label of a shipment that was canceled says so in words', async () => {
  const labels = [
    label({ status: 0, reason: 'CANCELLED' }),
    label({ id: '2', status: 0, reason: 'Wrong box' }),
  ]
  await renderPage(() => <CarrierCard shipment="7" carrier={carrier({ labels })} />)
  expect(screen.getByText('The shipment was canceled.')).toBeVisible()
  expect(screen.getByText('Wrong box')).toBeVisible()
  expect(screen.queryByText('CANCELLED')).toBeNull()
})
