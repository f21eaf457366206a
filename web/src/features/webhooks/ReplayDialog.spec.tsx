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

it('where the rest of a long replay begins is said', async () => {
  webhookReplay.mockResolvedValue({ data: { count: 1000, next_from: '2026-11-21T14:10:05Z' } })
  await renderPage(() => (
    <>
      <NotificationArea />
      <ReplayDialog webhook={WEBHOOK} opened onClose={() => undefined} />
    </>
  ))
  fireEvent.change(await screen.findByLabelText(/^From/), { target: { value: '2026-11-01T00:00' } })
  fireEvent.change(screen.getByLabelText(/^Until/), { target: { value: '2026-11-30T00:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  const told = await screen.findByText('The rest begins at 21/11/2026 14:10:05: send again from there.')
  expect(told).toBeVisible()
  expect(screen.getByText('1000 events are sent again.')).toBeVisible()
})
