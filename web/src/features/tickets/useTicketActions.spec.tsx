import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SupportTicketSummary } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { useTicketActions } from './useTicketActions'

const { api, told, notifyUndo } = vi.hoisted(() => ({
  api: { supportTicketClose: vi.fn(), supportTicketReopen: vi.fn() },
  told: { success: vi.fn(), failure: vi.fn() },
  notifyUndo: vi.fn(),
}))

vi.mock('@/api/generated/endpoints/support/support', () => ({
  supportTicketActivate: vi.fn(),
  supportTicketArchive: vi.fn(),
  supportTicketDeactivate: vi.fn(),
  supportTicketDelete: vi.fn(),
  supportTicketUnarchive: vi.fn(),
  ...api,
}))
vi.mock('@/ui/dialogs/confirm', () => ({ confirm: async () => true }))
vi.mock('@/ui/dialogs/notify', () => ({ notify: told }))
vi.mock('@/ui/dialogs/undo', () => ({ notifyUndo }))
vi.mock('./refresh', () => ({ refreshTicket: vi.fn(), refreshTickets: vi.fn() }))

const ticket = { id: '7', number: 7, can: { close: true } } as SupportTicketSummary

function Ticket() {
  const { move } = useTicketActions()
  return (
    <button type="button" onClick={() => void move('close', ticket)}>
      close it
    </button>
  )
}

beforeEach(() => {
  notifyUndo.mockReset()
  told.success.mockReset()
  api.supportTicketReopen.mockReset().mockResolvedValue({ data: { id: '7', can: {} } })
})

it('a closed ticket is reopened from the message, by who may', async () => {
  api.supportTicketClose.mockResolvedValue({ data: { id: '7', can: { reopen: true } } })
  await renderPage(() => <Ticket />)
  await userEvent.click(screen.getByRole('button', { name: 'close it' }))
  await vi.waitFor(() => expect(notifyUndo).toHaveBeenCalledOnce())
  await notifyUndo.mock.calls[0]?.[1]()
  expect(api.supportTicketReopen).toHaveBeenCalledWith('7')
})

it('who may not reopen a ticket is only told that it is closed', async () => {
  api.supportTicketClose.mockResolvedValue({ data: { id: '7', can: { reopen: false } } })
  await renderPage(() => <Ticket />)
  await userEvent.click(screen.getByRole('button', { name: 'close it' }))
  await vi.waitFor(() => expect(told.success).toHaveBeenCalledOnce())
  expect(notifyUndo).not.toHaveBeenCalled()
})
