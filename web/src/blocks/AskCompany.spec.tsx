import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render'
import { AskCompany } from './AskCompany'

const session = vi.hoisted(() => ({ can: {} as Record<string, boolean>, is_outside: true }))
vi.mock('@/context/session', () => ({ useProfile: () => session }))
vi.mock('@/context/site', () => ({ useSite: () => ({ domain: { contact_email: 'desk@atlantico.test' } }) }))

it('a client asks in a ticket about the shipment', async () => {
  Object.assign(session, { can: { 'support_ticket.create': true }, is_outside: true })
  await renderPage(() => <AskCompany shipmentId="7" />)
  expect(screen.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/supports/new?shipment_id=7')
})

it('who may open no ticket writes an e-mail', async () => {
  Object.assign(session, { can: {}, is_outside: true })
  await renderPage(() => <AskCompany />)
  expect(screen.getByRole('link')).toHaveAttribute('href', 'mailto:desk@atlantico.test')
})

it('staff are not sent to themselves', async () => {
  Object.assign(session, { can: { 'support_ticket.create': true }, is_outside: false })
  await renderPage(() => <AskCompany />)
  expect(screen.queryByRole('link')).toBeNull()
})
