import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { DeliveryRouteDetails } from '@/api/schema'
import { setDraftOwner, writeWork } from '@/ui/form/draft'
import { renderPage } from '../../../test/render'
import { LoadPage } from './LoadPage'

const { api } = vi.hoisted(() => ({ api: { routeLoad: vi.fn(), useRouteShow: vi.fn() } }))

vi.mock('@/api/generated/endpoints/deliveries/deliveries', () => api)
vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))
vi.mock('@/shared/deliveries/refresh', () => ({ refreshRoutes: vi.fn() }))

const route = { id: '7', number: 'R-7', stops: [], can: { load: false } } as unknown as DeliveryRouteDetails

it('a scan left by a run that takes no more parcels is named until it was seen', async () => {
  setDraftOwner('ana')
  writeWork('load-7', { lines: [{ code: 'AB1', refusal: 'Not sent', unsent: true }] }, true)
  api.useRouteShow.mockReturnValue({ data: { data: route } })
  const refusal = { message_code: 'unheard_of', message: 'Gone.' }
  api.routeLoad.mockRejectedValue(new ApiError(409, refusal as never))
  await renderPage(() => <LoadPage id="7" />)
  expect(screen.getByText('AB1: Not sent')).toBeVisible()
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('AB1: Gone.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'OK, seen' }))
  expect(screen.queryByText('AB1: Gone.')).toBeNull()
})
