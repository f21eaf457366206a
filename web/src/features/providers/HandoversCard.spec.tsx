import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { CarrierHandover, CarrierHandovers, Provider } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { HandoversCard } from './HandoversCard'

const { answer, failed } = vi.hoisted(() => ({
  answer: { data: undefined as unknown },
  failed: { error: undefined as unknown, refetch: vi.fn() },
}))

vi.mock('@/api/generated/endpoints/providers/providers', () => ({
  carrierHandoverCancel: vi.fn(),
  carrierHandoverCreate: vi.fn(),
  getCarrierHandoverShowQueryKey: (id: string) => [id],
  useCarrierHandoverShow: () => ({ ...failed, data: failed.error ? undefined : answer }),
}))

const handover = (more: Partial<CarrierHandover>) =>
  ({
    id: '1',
    kind: 'pickup',
    status: 30,
    label_count: 2,
    pickup_on: '2026-12-01',
    ready_at: '10:00',
    close_at: '17:30',
    instruction: 'Dock 3',
    number: 'PU1',
    expected: { amount: '3.00', currency: 'USD' },
    charged: { amount: '4.50', currency: 'USD' },
    difference: { amount: '1.50', currency: 'USD' },
    has_file: false,
    error: null,
    reason: null,
    created_at: '2026-11-30T12:00:00Z',
    can: { cancel: true },
    ...more,
  }) as CarrierHandover

function show(more: Partial<CarrierHandovers>) {
  answer.data = {
    handovers: [],
    waiting_for_pickup: 0,
    waiting_for_manifest: 0,
    can: { create: true },
    ...more,
  }
  return renderPage(() => <HandoversCard provider={{ id: '7' } as Provider} />)
}

it('a pickup has its number, when the carrier comes, and how much more it cost', async () => {
  await show({ handovers: [handover({})] })
  expect(screen.getByText('PU1')).toBeVisible()
  expect(screen.getByText(/10:00 – 17:30/)).toBeVisible()
  expect(screen.getByText(/1\.50 more than expected/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel pickup' })).toBeVisible()
})

it('a manifest is a file, and is not cancelled', async () => {
  const manifest = handover({
    kind: 'manifest',
    pickup_on: null,
    number: null,
    has_file: true,
    can: { cancel: false },
  })
  await show({ handovers: [manifest] })
  const link = screen.getByRole('link', { name: 'Open manifest' })
  expect(link).toHaveAttribute('href', '/api/providers/7/carrier-handovers/1/file')
  expect(screen.queryByRole('button', { name: 'Cancel pickup' })).toBeNull()
})

it('a provider without a carrier hands over nothing', async () => {
  await show({ can: { create: false } })
  expect(screen.queryByText('Pickups and manifests')).toBeNull()
})

it('what could not be loaded says so, and is asked for again', async () => {
  failed.error = new Error('lost')
  await show({})
  expect(screen.getByText('Could not load this record')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(failed.refetch).toHaveBeenCalledOnce()
  failed.error = undefined
})
