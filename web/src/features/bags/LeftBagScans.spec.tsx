import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Bag } from '@/api/schema'
import type { CodeLine } from '@/blocks/scan/codes'
import { readScannedCodes } from '@/blocks/scan/useScannedCodes'
import { setDraftOwner, writeWork } from '@/ui/form/draft'
import { renderPage } from '../../../test/render'
import { LeftBagScans } from './LeftBagScans'
import { draftOf } from './useBagScanning'

const { api } = vi.hoisted(() => ({ api: { bagScan: vi.fn(), bagMove: vi.fn() } }))

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => api)
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('@/shared/bags/refresh', () => ({ refreshBags: vi.fn() }))

const bag = { id: '7', number: 'GRU-B-26-000007', can: { scan: false } } as Bag
const unsent: CodeLine = { code: 'AB1', refusal: 'Not sent', unsent: true }

const beOnline = () => act(async () => void window.dispatchEvent(new Event('online')))

async function show(lines: CodeLine[]) {
  writeWork(draftOf(bag), { lines }, true)
  await renderPage(() => <LeftBagScans bag={bag} />)
}

beforeEach(() => {
  localStorage.clear()
  setDraftOwner('ana')
  api.bagScan.mockReset()
})

it('a scan left by a bag that another station closed is sent, and named until it was seen', async () => {
  const refusal = { message_code: 'unheard_of', message: 'Closed.' }
  api.bagScan.mockRejectedValue(new ApiError(409, refusal as never))
  await show([unsent, { code: 'AB2', done: true }])
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent('1 scan to check')
  expect(alert).toHaveTextContent('AB1: Not sent')
  expect(screen.queryByRole('button')).toBeNull()
  await beOnline()
  expect(await screen.findByText('AB1: Closed.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'OK, seen' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(readScannedCodes(draftOf(bag))).toEqual([{ code: 'AB2', done: true }])
})

it('a scan that counted before the bag was closed is not named any more', async () => {
  api.bagScan.mockResolvedValue({ data: { outcome: 'added', bag, parcel: null, other_bag: null } })
  await show([unsent])
  expect(screen.getByRole('alert')).toBeVisible()
  await beOnline()
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('says nothing of what is in the bag, and of refusals that were seen', async () => {
  await show([
    { code: 'AB2', done: true },
    { code: 'AB3', refusal: 'In another bag', isSeen: true },
  ])
  expect(screen.queryByRole('region')).toBeNull()
})
