import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type DeliveryRouteDetails, PickupStatus } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { RoutePickups } from './RoutePickups'

const { session } = vi.hoisted(() => ({
  session: { can: { 'pickup.schedule': true }, menu: { pickups: true } as object },
}))

vi.mock('@/context/session', () => ({ useProfile: () => session }))
vi.mock('@/api/usePlaces', () => ({ useStreet: () => () => 'Main St' }))
vi.mock('./useRoutePickups', () => ({ useRoutePickups: () => ({ busy: false }) }))

const pickup = {
  id: 's7',
  pickup_id: 'p7',
  client_name: 'Acme',
  status: PickupStatus.Scheduled,
  on_date: '2026-12-01',
  from_time: '09:00',
  to_time: '12:00',
  latitude: null,
  parcels: 2,
  position: 1,
  done_at: null,
}
const route = { pickups: [pickup], stops: [], can: { update: true } } as unknown as DeliveryRouteDetails

beforeEach(() => {
  session.menu = { pickups: true }
})

it('a pickup of a run leads to its page, and can be taken off', async () => {
  await renderPage(() => <RoutePickups route={route} />)
  expect(screen.getByRole('link', { name: 'Acme' })).toBeVisible()
  expect(screen.getAllByRole('button')).toHaveLength(2)
})

it('a company that has switched pickups off still sees those of its runs', async () => {
  session.menu = {}
  await renderPage(() => <RoutePickups route={route} />)
  expect(screen.getByText('Acme')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Acme' })).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
