import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Claim, type Shipment, ShipmentStatus } from '@/api/schema'
import { renderPage } from '../../../test/render'
import ClaimsCard from './ClaimsCard'
import { boundOf } from './claimable'

const session = vi.hoisted(() => ({ can: {} as Record<string, boolean> }))
vi.mock('@/context/session', () => ({ useProfile: () => session }))

const SHIPMENT = {
  id: 's',
  status: ShipmentStatus.Delivered,
  client_id: 'k',
  declared_value: '120.00',
  insurance_value: null,
  currency: 'USD',
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

const draw = (claims: Claim[], shipment = SHIPMENT) =>
  renderPage(() => <ClaimsCard shipment={shipment} claims={claims} />)
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

it('whoever may not open one reads those that are there', async () => {
  session.can = {}
  await draw([CLAIM])
  expect(opener()).toBeNull()
  expect(screen.getByRole('list', { name: 'Claims' })).toBeVisible()
})

it('a shipment without a value says that there is nothing to claim', async () => {
  await draw([], { ...SHIPMENT, declared_value: null })
  expect(opener()).toBeNull()
  expect(screen.getByText(/^There is nothing to claim/)).toBeVisible()
})

it('the insured value goes before the declared one, and what was paid is not claimed again', () => {
  const insured = { ...SHIPMENT, insurance_value: '200.00' }
  const paid = { status: 'paid', decided_amount: '30.00' } as const
  expect(boundOf(SHIPMENT, [])).toMatchObject({ of: 'declared', currency: 'USD' })
  expect(boundOf(insured, [{ ...paid, status: 'refused' }])).toMatchObject({ of: 'insured' })
  const left = boundOf(insured, [paid])
  expect([left?.of, Number(left?.amount)]).toEqual(['left', 170])
  expect(boundOf(SHIPMENT, [{ ...paid, decided_amount: '120.00' }])).toBeUndefined()
})
