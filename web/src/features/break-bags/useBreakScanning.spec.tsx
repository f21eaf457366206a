import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { BreakBag } from '@/api/schema'
import { setDraftOwner } from '@/ui/form/draft'
import { useBreakScanning } from './useBreakScanning'

const { api } = vi.hoisted(() => ({ api: { breakBagScan: vi.fn(), breakBagBagList: vi.fn() } }))

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => api)
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('./refresh', () => ({ refreshBreakBags: vi.fn() }))

const broken = { id: '7' } as BreakBag
const line = { seq: 1, parcel_count: 1, bag_number: null }
const found = { data: { outcome: 'found', line, break_bag: broken, message: null } }

function open(bag: string | null) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const onBag = () => undefined
  return renderHook((props) => useBreakScanning(broken, { station: 'Table 1', onBag, ...props }), {
    wrapper,
    initialProps: { bag },
  })
}

const beOnline = () => act(async () => void window.dispatchEvent(new Event('online')))
const sent = () => api.breakBagScan.mock.calls.map(([, { key, bag_id }]) => ({ key, bag_id }))

beforeEach(() => {
  localStorage.clear()
  setDraftOwner('ana')
  api.breakBagScan.mockReset()
})

it('a scan without an answer is sent again after a reload, with its key and its bag', async () => {
  api.breakBagScan.mockRejectedValue(new ApiError(0))
  const before = open('bag-1')
  act(() => void before.result.current.scanning.scan('AB1'))
  await waitFor(() => expect(before.result.current.last?.unsent).toBe(true))
  before.unmount()

  const { result } = open(null)
  api.breakBagScan.mockResolvedValue(found)
  await beOnline()
  await waitFor(() => expect(result.current.last?.tone).toBe('taken'))
  const [first, second] = sent()
  expect(first?.bag_id).toBe('bag-1')
  expect(second).toEqual(first)
})

it('a refused scan is made anew, with the bag that is unpacked then', async () => {
  api.breakBagScan.mockRejectedValue(new ApiError(422))
  const { result, rerender } = open('bag-1')
  act(() => void result.current.scanning.scan('AB1'))
  await waitFor(() => expect(result.current.last?.tone).toBe('unknown'))
  rerender({ bag: 'bag-2' })
  api.breakBagScan.mockResolvedValue(found)
  act(() => {
    result.current.scanning.codes.remove('AB1')
  })
  act(() => void result.current.scanning.scan('AB1'))
  await waitFor(() => expect(result.current.last?.tone).toBe('taken'))
  expect(sent().map(({ bag_id }) => bag_id)).toEqual(['bag-1', 'bag-2'])
})

it('a code that was taken off the list unsent is another scan the next time', async () => {
  api.breakBagScan.mockRejectedValue(new ApiError(0))
  const { result } = open('bag-1')
  act(() => void result.current.scanning.scan('AB1'))
  await waitFor(() => expect(result.current.last?.unsent).toBe(true))
  act(() => result.current.scanning.codes.remove('AB1'))
  api.breakBagScan.mockResolvedValue(found)
  act(() => void result.current.scanning.scan('AB1'))
  await waitFor(() => expect(result.current.last?.tone).toBe('taken'))
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2)
})
