import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SupportTicket } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { Recipients } from './Recipients'

const profile = vi.hoisted(() => ({ is_outside: false }))
vi.mock('@/context/session', () => ({ useProfile: () => profile }))

const TICKET = { addresses: [], can: { append_recipient: false } } as unknown as SupportTicket

beforeEach(() => {
  profile.is_outside = false
})

it('staff see that a ticket is addressed to nobody', async () => {
  await renderPage(() => <Recipients ticket={TICKET} />)
  expect(screen.getByText('No recipients')).toBeVisible()
})

it('a client is not bothered with it', async () => {
  profile.is_outside = true
  await renderPage(() => <Recipients ticket={TICKET} />)
  expect(screen.queryByText('No recipients')).not.toBeInTheDocument()
})
