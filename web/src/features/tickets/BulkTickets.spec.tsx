import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SupportTicketSummary, SupportTicketVerb } from '@/api/schema'
import { renderPage } from '../../../test/render'
import BulkTickets from './BulkTickets'

const { api, session, told } = vi.hoisted(() => ({
  api: { supportTicketChangeMany: vi.fn() },
  session: { can: {} as Record<string, boolean> },
  told: { success: vi.fn(), warning: vi.fn(), failure: vi.fn() },
}))

vi.mock('@/api/generated/endpoints/support/support', () => api)
vi.mock('@/context/session', () => ({ useProfile: () => session }))
vi.mock('@/ui/dialogs/notify', () => ({ notify: told }))
vi.mock('./refresh', () => ({ refreshTickets: vi.fn() }))
vi.mock('./columns', () => ({ titleOf: ({ number }: SupportTicketSummary) => `#${number}` }))
vi.mock('./useTicketActions', () => ({ BACK: { close: 'reopen', deactivate: 'activate' } }))

const ticket = (id: string, active: boolean) => ({ id, number: Number(id), active }) as SupportTicketSummary
const tickets = [ticket('1', true), ticket('2', false)]

const draw = (verb: SupportTicketVerb) =>
  renderPage(() => <BulkTickets verb={verb} tickets={tickets} clear={vi.fn()} onClose={vi.fn()} />)

beforeEach(() => {
  session.can = { 'support_ticket.reopen': true, 'support_ticket.activate': true }
  api.supportTicketChangeMany.mockReset().mockImplementation(async ({ ids }: { ids: string[] }) => ({
    data: ids.map((id) => ({ id, done: true, message: null })),
  }))
})

it('what was done to many tickets can be taken back at once', async () => {
  await draw('close')
  await userEvent.click(await screen.findByRole('button', { name: 'Close ticket' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(api.supportTicketChangeMany).toHaveBeenLastCalledWith({ ids: ['1', '2'], action: 'reopen' })
  await vi.waitFor(() => expect(told.success).toHaveBeenCalled())
})

it('tickets that were inactive before stay so', async () => {
  await draw('deactivate')
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(api.supportTicketChangeMany).toHaveBeenLastCalledWith({ ids: ['1'], action: 'activate' })
})

it('who may not reopen tickets is not offered it', async () => {
  session.can = {}
  await draw('close')
  await userEvent.click(await screen.findByRole('button', { name: 'Close ticket' }))
  expect(await screen.findAllByText('Ticket closed.')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
