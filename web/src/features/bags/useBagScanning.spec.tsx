import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Bag } from '@/api/schema'
import { setDraftOwner } from '@/ui/form/draft'
import { useBagScanning } from './useBagScanning'

const { api } = vi.hoisted(() => ({ api: { bagScan: vi.fn(), bagMove: vi.fn() } }))

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => api)
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('@/shared/bags/refresh', () => ({ refreshBags: vi.fn() }))

const bag = { id: '7', number: 'GRU-B-26-000007' } as Bag
const added = { data: { outcome: 'added', bag, parcel: null, other_bag: null } }

function open() {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useBagScanning(bag, 'Table 1'), { wrapper })
}

const beOnline = () => act(async () => void window.dispatchEvent(new Event('online')))
const sentKeys = () => api.bagScan.mock.calls.map(([, { key }]) => key)

beforeEach(() => {
  localStorage.clear()
  setDraftOwner('ana')
  api.bagScan.mockReset()
})

it('a scan without an answer is sent again after a reload, with its key', async () => {
  api.bagScan.mockRejectedValue(new ApiError(0))
  const before = open()
  act(() => void before.result.current.scanning.scan('AB1'))
  await waitFor(() => expect(before.result.current.last?.unsent).toBe(true))
  before.unmount()

  const { result } = open()
  api.bagScan.mockResolvedValue(added)
  await beOnline()
  await waitFor(() => expect(result.current.last?.tone).toBe('taken'))
  const [first, second] = sentKeys()
  expect(first).toBe(second)
})

it('a scan that was on its way at the reload is sent again, with its key', async () => {
  api.bagScan.mockReturnValue(new Promise(() => undefined))
  const before = open()
  act(() => void before.result.current.scanning.scan('AB1'))
  await waitFor(() => expect(api.bagScan).toHaveBeenCalledOnce())
  before.unmount()

  const { result } = open()
  api.bagScan.mockResolvedValue(added)
  await beOnline()
  await waitFor(() =>
    expect(result.current.scanning.codes.lines).toMatchObject([{ code: 'AB1', done: true }]),
  )
  const [first, second] = sentKeys()
  expect(first).toBe(second)
})

it('the next scan of a code that has its answer is another one', async () => {
  api.bagScan.mockResolvedValue(added)
  const { result } = open()
  act(() => void result.current.scanning.scan('AB1'))
  await waitFor(() => expect(result.current.last?.tone).toBe('taken'))
  act(() => result.current.forget('AB1'))
  act(() => void result.current.scanning.scan('AB1'))
  await waitFor(() => expect(api.bagScan).toHaveBeenCalledTimes(2))
  expect(new Set(sentKeys()).size).toBe(2)
})

it('a code that was taken off the list unsent is another scan the next time', async () => {
  api.bagScan.mockRejectedValue(new ApiError(0))
  const { result } = open()
  act(() => void result.current.scanning.scan('AB1'))
  await waitFor(() => expect(result.current.last?.unsent).toBe(true))
  act(() => result.current.scanning.codes.clear())
  api.bagScan.mockResolvedValue(added)
  act(() => void result.current.scanning.scan('AB1'))
  await waitFor(() => expect(result.current.last?.tone).toBe('taken'))
  expect(new Set(sentKeys()).size).toBe(2)
})
