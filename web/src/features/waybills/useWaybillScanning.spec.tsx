import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Waybill } from '@/api/schema'
import { setDraftOwner } from '@/ui/form/draft'
import { useWaybillScanning } from './useWaybillScanning'

const { api } = vi.hoisted(() => ({ api: { mawbScan: vi.fn() } }))

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => api)
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('./refresh', () => ({ refreshWaybills: vi.fn() }))

const waybill = { id: '7' } as Waybill
const added = { data: { waybill, results: [{ outcome: 'added', code: 'BAG1' }] } }

function open() {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useWaybillScanning(waybill), { wrapper })
}

const sentKeys = () => api.mawbScan.mock.calls.map(([, { key }]) => key)

beforeEach(() => {
  localStorage.clear()
  setDraftOwner('ana')
  api.mawbScan.mockReset()
})

it('a scan without an answer is sent again after a reload, with its key', async () => {
  api.mawbScan.mockRejectedValue(new ApiError(0))
  const before = open()
  act(() => void before.result.current.scanning.scan('BAG1'))
  await waitFor(() => expect(before.result.current.last?.unsent).toBe(true))
  before.unmount()

  const { result } = open()
  api.mawbScan.mockResolvedValue(added)
  await act(async () => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(result.current.last?.tone).toBe('taken'))
  const [first, second] = sentKeys()
  expect(first).toBeTruthy()
  expect(first).toBe(second)
})
