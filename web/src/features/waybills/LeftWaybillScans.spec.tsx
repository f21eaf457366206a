import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Waybill } from '@/api/schema'
import { setDraftOwner, writeWork } from '@/ui/form/draft'
import { renderPage } from '../../../test/render'
import { LeftWaybillScans } from './LeftWaybillScans'

const { api } = vi.hoisted(() => ({ api: { mawbScan: vi.fn() } }))

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => api)
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('./refresh', () => ({ refreshWaybills: vi.fn() }))

const waybill = { id: '7', can: { scan: false } } as Waybill

it('a scan left by a waybill that was issued meanwhile is sent, and named with its refusal', async () => {
  setDraftOwner('ana')
  writeWork('mawb-7', { lines: [{ code: 'BAG1' }] }, true)
  const refusal = { message_code: 'unheard_of', message: 'Issued.' }
  api.mawbScan.mockRejectedValue(new ApiError(409, refusal as never))
  await renderPage(() => <LeftWaybillScans waybill={waybill} />)
  expect(screen.getByText('BAG1: Not sent yet. It is sent again by itself.')).toBeVisible()
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('BAG1: Issued.')).toBeVisible()
})
