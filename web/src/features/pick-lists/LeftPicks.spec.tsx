import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PickListDetails } from '@/api/schema'
import { readDraft, setDraftOwner, writeDraft } from '@/ui/form/draft'
import { renderPage } from '../../../test/render'
import { LeftPicks } from './LeftPicks'
import { picksDraft } from './useKeptPicks'

const { api } = vi.hoisted(() => ({ api: { pickListScan: vi.fn(), inventoryCreate: vi.fn() } }))

vi.mock('@/api/generated/endpoints/stock/stock', () => ({
  ...api,
  getPickListShowQueryKey: (id: string) => [id],
  invalidateInventoryList: vi.fn(),
  invalidatePickListList: vi.fn(),
  invalidateStockList: vi.fn(),
  invalidateStockMovementList: vi.fn(),
}))
vi.mock('@/context/session', () => ({ useProfile: () => ({ can: {} }) }))
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))

const list = { id: '7', can: { scan: false } } as PickListDetails
const beOnline = () => act(async () => void window.dispatchEvent(new Event('online')))

beforeEach(() => {
  api.pickListScan.mockReset()
})

it('what did not count is named with its reason until somebody has seen it', async () => {
  setDraftOwner('ana')
  const pick = { key: 'a', code: 'L2', quantity: 3, isUnsent: false, refusal: 'The list is finished.' }
  writeDraft(picksDraft('7'), { picks: [pick] })
  await renderPage(() => <LeftPicks list={list} />)
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent('1 scan did not count')
  expect(alert).toHaveTextContent('3 × L2: The list is finished.')
  await userEvent.click(screen.getByRole('button', { name: 'OK, seen' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(readDraft(picksDraft('7'))).toBeUndefined()
})

it('a list without scans that were left says nothing', async () => {
  setDraftOwner('ana')
  await renderPage(() => <LeftPicks list={list} />)
  expect(screen.queryByRole('region')).toBeNull()
})

it('late picks that empty places ask about each of them', async () => {
  setDraftOwner('ana')
  const picks = ['L1', 'L2'].map((code) => ({ key: code, code, quantity: 1, isUnsent: true }))
  writeDraft(picksDraft('7'), { picks })
  for (const place of ['A-1', 'A-2']) {
    const pick = { title: 'Soap', lot: null, place, quantity: 1, emptied_place_id: place }
    api.pickListScan.mockResolvedValueOnce({ data: { outcome: 'picked', list, pick } })
  }
  await renderPage(() => <LeftPicks list={list} />)
  await beOnline()
  expect(await screen.findByText('Is A-1 empty?')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, empty' }))
  expect(await screen.findByText('Is A-2 empty?')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, empty' }))
  expect(screen.queryByRole('region')).toBeNull()
})
