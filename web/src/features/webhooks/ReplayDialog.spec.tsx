import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Webhook } from '@/api/schema'
import { NotificationArea } from '@/ui/dialogs/NotificationArea'
import { renderPage } from '../../../test/render'
import ReplayDialog from './ReplayDialog'

const { webhookReplay } = vi.hoisted(() => ({ webhookReplay: vi.fn() }))

vi.mock('@/api/generated/endpoints/integrations/integrations', () => ({
  webhookReplay,
  useWebhookEventList: () => ({ data: { data: [] } }),
}))
vi.mock('./refresh', () => ({ refreshDeliveries: vi.fn() }))

const WEBHOOK = { id: 'w' } as unknown as Webhook

it('where the rest of a long replay begins is said, and it is sent from there', async () => {
  const rest = { next_from: '2026-11-21T14:10:05.123456Z', next_id: 'e' }
  webhookReplay.mockResolvedValueOnce({ data: { count: 1000, ...rest } })
  webhookReplay.mockResolvedValueOnce({ data: { count: 2, next_from: null, next_id: null } })
  await renderPage(() => (
    <>
      <NotificationArea />
      <ReplayDialog webhook={WEBHOOK} opened onClose={() => undefined} />
    </>
  ))
  fireEvent.change(await screen.findByLabelText(/^From/), { target: { value: '2026-11-01T00:00' } })
  fireEvent.change(screen.getByLabelText(/^Until/), { target: { value: '2026-11-30T00:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  const told = await screen.findByText('The rest begins at 21/11/2026 14:10:05.')
  expect(told).toBeVisible()
  expect(screen.getByText('1000 events are sent again.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send the rest' }))
  expect(await screen.findByText('2 events are sent again.')).toBeVisible()
  const [, range] = webhookReplay.mock.lastCall ?? []
  expect(range).toMatchObject({ from: rest.next_from, from_id: rest.next_id })
})
