import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, writeAmounts } from '@/api/errors'
import type { PickListDetails } from '@/api/schema'
import { clearDrafts, readDraft, setDraftOwner } from '@/ui/form/draft'
import { picksDraft } from './useKeptPicks'
import { usePickScans } from './usePickScans'

const { api } = vi.hoisted(() => ({ api: { pickListScan: vi.fn() } }))

vi.mock('@/api/generated/endpoints/stock/stock', () => ({
  ...api,
  getPickListShowQueryKey: (id: string) => [id],
  invalidatePickListList: vi.fn(),
  invalidateStockList: vi.fn(),
  invalidateStockMovementList: vi.fn(),
}))
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('@/ui/format', () => ({ useFormat: () => ({ number: String }) }))

const list = { id: '7', can: { scan: true } } as PickListDetails
const finished = { id: '7', can: { scan: false } } as PickListDetails
const pick = { title: 'Soap', lot: 'L1', place: 'A-1', quantity: 2 }
const picked = { data: { outcome: 'picked', list, pick } }
const noNetwork = new ApiError(0)

function open(shown = list) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => usePickScans(shown), { wrapper })
}

const beOnline = () => act(async () => void window.dispatchEvent(new Event('online')))
const sentKeys = () => api.pickListScan.mock.calls.map(([, { key }]) => key)

beforeEach(() => {
  localStorage.clear()
  setDraftOwner('ana')
  api.pickListScan.mockReset()
})

it('a pick without an answer outlives a reload and a sign-out, and goes by itself with its key', async () => {
  api.pickListScan.mockRejectedValue(noNetwork)
  const before = open()
  act(() => before.result.current.scan('L1', 2))
  await waitFor(() => expect(before.result.current.unsent).toMatchObject([{ code: 'L1', quantity: 2 }]))
  before.unmount()
  clearDrafts()

  const { result } = open()
  expect(result.current.unsent).toMatchObject([{ code: 'L1', quantity: 2 }])
  api.pickListScan.mockResolvedValue(picked)
  await beOnline()
  await waitFor(() => expect(result.current.unsent).toEqual([]))
  expect(result.current.last?.tone).toBe('taken')
  const [first, second] = sentKeys()
  expect(first).toBe(second)
  expect(readDraft(picksDraft('7'))).toBeUndefined()
})

it('a pick is kept before its answer comes', () => {
  api.pickListScan.mockReturnValue(new Promise(() => undefined))
  const before = open()
  act(() => before.result.current.scan('L1', 1))
  expect(before.result.current.unsent).toEqual([])
  before.unmount()
  expect(open().result.current.unsent).toMatchObject([{ code: 'L1' }])
})

it('a refusal writes its date as the account does', async () => {
  writeAmounts({ money: (amount) => amount, day: (day) => day.split('-').reverse().join('/') })
  const params = { date: '2027-12-31', days: 30 }
  const message = 'Expires on 2027-12-31.'
  const reason = { message_code: 'pick_expires_soon', message, params }
  api.pickListScan.mockResolvedValue({ data: { outcome: 'refused', list, pick: null, ...reason } })
  const { result } = open()
  act(() => result.current.scan('L1', 1))
  await waitFor(() => expect(result.current.last?.text).toContain('expires on 31/12/2027'))
})

it('a pick that is refused is told, and waits no more', async () => {
  const refusal = { message: 'Closed.', message_code: 'unheard_of' }
  api.pickListScan.mockRejectedValue(new ApiError(409, refusal as never))
  const { result } = open()
  act(() => result.current.scan('L1', 1))
  await waitFor(() => expect(result.current.last?.text).toBe('Closed.'))
  expect(result.current.unsent).toEqual([])
  expect(readDraft(picksDraft('7'))).toBeUndefined()
})

it('a pick for a list that somebody else has finished is named until it was seen', async () => {
  api.pickListScan.mockRejectedValue(noNetwork)
  const before = open()
  act(() => before.result.current.scan('L1', 2))
  act(() => before.result.current.scan('L2', 1))
  await waitFor(() => expect(before.result.current.unsent).toHaveLength(2))
  before.unmount()

  const reason = { message: 'Finished.', message_code: 'unheard_of' }
  const refusal = { outcome: 'refused', list: finished, pick: null, ...reason }
  api.pickListScan.mockResolvedValueOnce({ data: { outcome: 'picked', list: finished, pick } })
  api.pickListScan.mockResolvedValueOnce({ data: refusal })
  const after = open(finished)
  await beOnline()
  const left = [{ code: 'L2', quantity: 1, refusal: 'Finished.' }]
  await waitFor(() => expect(after.result.current.refused).toMatchObject(left))
  expect(after.result.current.unsent).toEqual([])
  after.unmount()

  const { result } = open(finished)
  expect(result.current.refused).toMatchObject(left)
  expect(result.current.unsent).toEqual([])
  act(() => result.current.forgetRefused())
  expect(result.current.refused).toEqual([])
  expect(readDraft(picksDraft('7'))).toBeUndefined()
})
