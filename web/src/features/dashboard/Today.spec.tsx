import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Today as Work } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { Today } from './Today'

const { session } = vi.hoisted(() => ({
  session: { menu: {}, can: {} as Record<string, boolean> },
}))

vi.mock('@/context/session', () => ({ useProfile: () => session }))

const today = {
  day: '2026-12-01',
  to_confirm: null,
  to_print: null,
  to_receive: null,
  deposits: null,
  overdue_invoices: null,
  unread_tickets: null,
  parcels: Object.fromEntries(
    [
      'pickups',
      'announced',
      'unidentified',
      'held',
      'bags',
      'flights',
      'rejected_manifests',
      'out',
      'to_decide',
      'cash_differences',
    ].map((name) => [name, null]),
  ),
  money: [{ currency: 'USD', unbilled: '10.00', due: null, overdue: null, balances: null }],
} as unknown as Work

it('what is not billed yet leads to a new invoice for those who may write one', async () => {
  session.can = { 'invoice.create': true }
  const { unmount } = await renderPage(() => <Today today={today} />)
  expect(screen.getByRole('link')).toHaveAttribute('href', '/invoices/new')
  unmount()
  session.can = {}
  await renderPage(() => <Today today={today} />)
  expect(screen.getByRole('link')).toHaveAttribute('href', '/invoices?tab=draft&currency=USD')
})
