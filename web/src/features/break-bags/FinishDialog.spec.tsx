import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { BreakBag } from '@/api/schema'
import { renderPage } from '../../../test/render'
import FinishDialog from './FinishDialog'

const { api, flights, session } = vi.hoisted(() => ({
  api: { breakBagFinish: vi.fn() },
  flights: { result: {} as object },
  session: { can: { 'mawb.show': true } as Record<string, boolean> },
}))

vi.mock('@/context/session', () => ({ useProfile: () => session }))

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => ({
  ...api,
  useMawbEventList: (_id: string, { query }: { query: { enabled: boolean } }) =>
    query.enabled ? flights.result : { isLoading: false, isFetched: false },
  getBreakBagLineListQueryKey: (id: string) => ['lines', id],
  getBreakBagShowQueryKey: (id: string) => ['show', id],
  invalidateBagList: vi.fn(),
  invalidateBreakBagList: vi.fn(),
}))

const broken = {
  id: '7',
  version: 3,
  number: '045-12345675',
  mawb_id: '9',
  expected_count: 5,
  found_count: 3,
} as BreakBag

const loaded = (...all: object[]) => ({
  isLoading: false,
  isFetched: true,
  data: { data: { progress: { flights: all } } },
})

const show = (more: Partial<BreakBag> = {}) =>
  renderPage(() => <FinishDialog broken={{ ...broken, ...more }} opened onClose={() => undefined} />)

const button = () => screen.findByRole('button', { name: 'All is unpacked' })

beforeEach(() => {
  api.breakBagFinish.mockReset().mockResolvedValue({ data: broken })
})

it('waits until it is known what flights still bring', async () => {
  flights.result = { isLoading: true, isFetched: false }
  await show()
  expect(await button()).toBeDisabled()
})

it('names the pieces that a flight still brings', async () => {
  flights.result = loaded(
    { flight: 'LA8084', day: '2026-11-30', expected: 5, received: 3 },
    { flight: 'LA8086', day: '2026-11-29', expected: 4, received: 4 },
  )
  await show()
  expect(await screen.findByText(/LA8084 of .* still brings 2 pieces/)).toBeVisible()
  expect(screen.queryByText(/LA8086/)).toBeNull()
  await userEvent.click(await button())
  expect(api.breakBagFinish).toHaveBeenCalledExactlyOnceWith('7', { version: 3 })
})

it('asks at once where no flight is known', async () => {
  await show({ mawb_id: null })
  expect(await button()).toBeEnabled()
  expect(screen.queryByText(/still brings/)).toBeNull()
})

it('says nothing of what is expected in a blind count', async () => {
  flights.result = loaded({ flight: 'LA8084', day: '2026-11-30', expected: 5, received: 3 })
  await show({ blind: true, expected_count: null })
  expect(await screen.findByText('What was not scanned is short from then on.')).toBeVisible()
  expect(screen.queryByText(/still brings|\d parcel/)).toBeNull()
})

it('says that the flights could not be loaded, and lets go on', async () => {
  flights.result = { isLoading: false, isFetched: true, error: new Error('gone'), refetch: vi.fn() }
  await show()
  expect(await screen.findByText('The flights could not be loaded.')).toBeVisible()
  expect(await button()).toBeEnabled()
})
