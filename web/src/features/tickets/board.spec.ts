import { expect, it } from 'vitest'
import { type SupportTicketCan, TicketStatus } from '@/api/schema'
import { moveTo } from './board'

const NOTHING: SupportTicketCan = {
  update: false,
  reply: false,
  note: false,
  append_recipient: false,
  assign: false,
  close: false,
  reopen: false,
  archive: false,
  unarchive: false,
  activate: false,
  deactivate: false,
  delete: false,
}

const ticket = (support_ticket_status: TicketStatus, can: Partial<SupportTicketCan>) => ({
  support_ticket_status,
  can: { ...NOTHING, ...can },
})

it('takes a ticket where the server lets it go', () => {
  const open = ticket(TicketStatus.Open, { close: true, reply: true })
  expect(moveTo(TicketStatus.Closed, open)).toBe('close')
  expect(moveTo(TicketStatus.Waiting, open)).toBeUndefined()
  expect(moveTo(TicketStatus.Archived, open)).toBeUndefined()
  const closed = ticket(TicketStatus.Closed, { reopen: true, archive: true })
  expect(moveTo(TicketStatus.Open, closed)).toBe('reopen')
  expect(moveTo(TicketStatus.Archived, closed)).toBe('archive')
  expect(moveTo(TicketStatus.Closed, closed)).toBeUndefined()
  expect(moveTo(TicketStatus.Closed, ticket(TicketStatus.Archived, { unarchive: true }))).toBe('unarchive')
})

it('takes a ticket nowhere without the right', () => {
  for (const target of [
    TicketStatus.Open,
    TicketStatus.Waiting,
    TicketStatus.Closed,
    TicketStatus.Archived,
  ]) {
    expect(moveTo(target, ticket(TicketStatus.Closed, {}))).toBeUndefined()
  }
})
