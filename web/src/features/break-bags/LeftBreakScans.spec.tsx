import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { BreakBag } from '@/api/schema'
import { setDraftOwner, writeWork } from '@/ui/form/draft'
import { renderPage } from '../../../test/render'
import { LeftBreakScans } from './LeftBreakScans'

const { api } = vi.hoisted(() => ({ api: { breakBagScan: vi.fn(), breakBagBagList: vi.fn() } }))

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => api)
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('./refresh', () => ({ refreshBreakBags: vi.fn() }))

const broken = { id: '7', can: { scan: false } } as BreakBag

it('a scan left by an unpacking that was ended meanwhile is sent, and named with its refusal', async () => {
  setDraftOwner('ana')
  writeWork('break-bag-7', { lines: [{ code: 'AB1' }] }, true)
  const refusal = { message_code: 'unheard_of', message: 'Ended.' }
  api.breakBagScan.mockRejectedValue(new ApiError(409, refusal as never))
  await renderPage(() => <LeftBreakScans broken={broken} />)
  expect(screen.getByText('AB1: Not sent yet. It is sent again by itself.')).toBeVisible()
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('AB1: Ended.')).toBeVisible()
})
