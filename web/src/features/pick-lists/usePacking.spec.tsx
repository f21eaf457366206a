import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { PickListDetails } from '@/api/schema'
import { clearDrafts, readDraft, setDraftOwner } from '@/ui/form/draft'
import { parcelsDraft } from './parcel-contents'
import { usePacking } from './usePacking'

const { api } = vi.hoisted(() => ({ api: { pickListPack: vi.fn() } }))

vi.mock('@/api/generated/endpoints/stock/stock', () => ({
  ...api,
  getPickListShowQueryKey: (id: string) => [id],
  invalidatePickListList: vi.fn(),
  invalidateStockList: vi.fn(),
}))
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('@/ui/format', () => ({ useFormat: () => ({ number: String }) }))

const list = {
  id: '7',
  version: 2,
  lines: [{ line: 1, title: 'Soap', sku: 'SOAP', ean: null, lots: [], picked: 2, returned: 0 }],
} as unknown as PickListDetails

function open() {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => usePacking(list), { wrapper })
}

beforeEach(() => {
  api.pickListPack.mockReset()
})

it('shows a refusal at its parcel until the parcels have other numbers', async () => {
  const errors = { 'parcels.1.weight_g': [{ message: 'Too light.', code: 'unheard_of' }] }
  api.pickListPack.mockRejectedValue(
    new ApiError(422, { message: 'The form has errors.', message_code: 'unheard_of', errors } as never),
  )
  const { result } = open()
  act(() => result.current.add())
  act(() => result.current.pack())
  await waitFor(() => expect(result.current.problems).toEqual({ 'parcels.1.weight_g': 'Too light.' }))
  expect(result.current.failure).toBe('The form has errors.')
  act(() => result.current.remove(result.current.parcels[0]?.key ?? ''))
  await waitFor(() => expect(result.current.problems).toEqual({}))
  expect(result.current.failure).toBeUndefined()
})

it('counts scans that come before the next drawing', () => {
  const { result } = open()
  act(() => {
    result.current.scan('SOAP', 2)
    result.current.scan('SOAP', 2)
  })
  expect(result.current.parcels[0]?.contents).toEqual({ 1: 2 })
  expect(result.current.scans[0]?.isTaken).toBe(false)
})

it('keeps scanned parcels when their user signs out, and nothing of a list without any', () => {
  setDraftOwner('ana')
  const { result } = open()
  act(() => result.current.scan('SOAP', 2))
  clearDrafts()
  expect(readDraft(parcelsDraft('7'))).toMatchObject({ parcels: [{ contents: { 1: 2 } }] })
  act(() => result.current.scan('SOAP', -2))
  expect(readDraft(parcelsDraft('7'))).toBeUndefined()
})

it('forgets the parcels once the server has them', async () => {
  api.pickListPack.mockResolvedValue({ data: { ...list, tracking_code: 'X1', rest_of_id: null } })
  const { result } = open()
  act(() => result.current.scan('SOAP', 2))
  expect(readDraft(parcelsDraft('7'))).toMatchObject({ parcels: [{ contents: { 1: 2 } }] })
  act(() => result.current.pack())
  await waitFor(() => expect(readDraft(parcelsDraft('7'))).toBeUndefined())
})
