import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import type { StepId } from './steps'
import { TourPage } from './TourPage'

const { runTour, remember, seen } = vi.hoisted(() => ({
  runTour: vi.fn(),
  remember: vi.fn(),
  seen: new Set<string>(),
}))

vi.mock('./run', () => ({ runTour }))
vi.mock('./seen', () => ({ useSeenSteps: () => ({ seen, remember, isPending: false }) }))
vi.mock('@/context/session', () => ({
  useProfile: () => ({
    can: { 'account.show': true, 'shipment.list': true },
    menu: { my_account: true, shipments: true },
    is_outside: true,
  }),
}))

beforeEach(() => {
  runTour.mockClear()
  seen.clear()
})

/** Presses a button, and gives what the tour is started with. */
async function press(name: string) {
  await renderPage(() => <TourPage />)
  await userEvent.click(screen.getByRole('button', { name }))
  await vi.waitFor(() => expect(runTour).toHaveBeenCalled())
  const [{ steps, first, onEnd }] = runTour.mock.calls[0] as [
    { steps: { id: StepId }[]; first: number; onEnd: unknown },
  ]
  return { begins: steps[first]?.id, steps: steps.map(({ id }) => id), onEnd }
}

it('starts with the first of the steps that the user has the rights for', async () => {
  const { begins, steps, onEnd } = await press('Start the tour')
  expect(begins).toBe('menu')
  expect(steps).toEqual(['menu', 'search', 'user', 'shipments'])
  expect(onEnd).toBe(remember)
})

it('continues where it was left', async () => {
  for (const id of ['menu', 'search']) seen.add(id)
  expect((await press('Continue')).begins).toBe('user')
})

it('can be seen again from the beginning', async () => {
  for (const id of ['menu', 'search', 'user', 'shipments']) seen.add(id)
  expect((await press('From the beginning')).begins).toBe('menu')
})

it('shows a chapter alone', async () => {
  expect((await press('Show me: Daily work')).begins).toBe('shipments')
})
