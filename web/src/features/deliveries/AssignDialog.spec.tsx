import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Delivery } from '@/api/schema'
import { renderPage } from '../../../test/render'
import AssignDialog from './AssignDialog'

const { session } = vi.hoisted(() => ({ session: { can: {} as Record<string, boolean> } }))

vi.mock('@/api/generated/endpoints/deliveries/deliveries', () => ({
  deliveryAssign: vi.fn(),
  deliveryReassign: vi.fn(),
  useRouteList: () => ({ data: { data: [] }, error: null }),
}))
vi.mock('@/context/session', () => ({ useProfile: () => session }))
vi.mock('@/shared/deliveries/refresh', () => ({ refreshDeliveries: vi.fn() }))

const delivery = { id: '7', version: 1, number: 'D-7', route_id: null } as Delivery
const draw = () => renderPage(() => <AssignDialog delivery={delivery} opened onClose={vi.fn()} />)

it('where no run takes a delivery, a new one is offered to those who may plan it', async () => {
  session.can = { 'route.create': true }
  const { unmount } = await draw()
  expect(await screen.findByRole('link')).toHaveAttribute('href', '/routes/new')
  unmount()
  session.can = {}
  await draw()
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})
