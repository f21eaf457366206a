import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Claim, type Shipment, ShipmentStatus } from '@/api/schema'
import { renderPage } from '../../../test/render'
import ClaimsCard from './ClaimsCard'
import type { Bound } from './claimable'

const session = vi.hoisted(() => ({ can: {} as Record<string, boolean> }))
vi.mock('@/context/session', () => ({ useProfile: () => session }))

const SHIPMENT = {
  id: 's',
  status: ShipmentStatus.Delivered,
  client_id: 'k',
} as Shipment
const CLAIM = {
  id: 'c',
  number: 'CL-7',
  kind: 'lost',
  status: 'refused',
  claimed_amount: '50.00',
  decided_amount: null,
  currency: 'USD',
  opened_at: '2026-11-02T10:00:00Z',
} as Claim

const BOUND: Bound = { amount: '120.00', currency: 'USD', of: 'declared' }

const draw = (claims: Claim[], shipment = SHIPMENT, isHandedIn = true) =>
  renderPage(() => <ClaimsCard shipment={shipment} claims={claims} bound={BOUND} isHandedIn={isHandedIn} />)
const opener = () => screen.queryByRole('button', { name: 'Open a claim' })

beforeEach(() => {
  session.can = { 'claim.create': true }
})

it('the claims of a shipment stand there with their states', async () => {
  await draw([CLAIM])
  expect(screen.getByRole('link', { name: 'CL-7' })).toHaveAttribute('href', '/claims/c')
  expect(screen.getByText('Rejected')).toBeVisible()
  expect(opener()).toBeVisible()
})

it('while a claim waits, no other one is offered', async () => {
  await draw([{ ...CLAIM, status: 'approved' }])
  expect(opener()).toBeNull()
})

it('a shipment that is not confirmed, has no client or is cancelled has no claim', async () => {
  const unfit: Partial<Shipment>[] = [
    { status: ShipmentStatus.Draft },
    { client_id: null },
    { status: ShipmentStatus.Cancelled },
  ]
  for (const changes of unfit) {
    const { unmount } = await draw([], { ...SHIPMENT, ...changes })
    expect(screen.queryByRole('region', { name: 'Claims' })).toBeNull()
    unmount()
  }
})

it('a shipment whose goods are with its sender has no claim yet', async () => {
  await draw([], { ...SHIPMENT, status: ShipmentStatus.Labelled }, false)
  expect(screen.queryByRole('region', { name: 'Claims' })).toBeNull()
})

it('whoever may not open one reads those that are there', async () => {
  session.can = {}
  await draw([CLAIM])
  expect(opener()).toBeNull()
  expect(screen.getByRole('list', { name: 'Claims' })).toBeVisible()
})

it('a shipment of which nothing can be claimed says so', async () => {
  await renderPage(() => <ClaimsCard shipment={SHIPMENT} claims={[]} bound={undefined} isHandedIn />)
  expect(opener()).toBeNull()
  expect(screen.getByText(/^There is nothing to claim/)).toBeVisible()
})
