import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Invoice } from '@/api/schema'
import { renderPage } from '../../../test/render'
import PaymentDialog from './PaymentDialog'

const { session, useWalletShow } = vi.hoisted(() => ({
  session: { can: {} as Record<string, boolean> },
  useWalletShow: vi.fn(),
}))

vi.mock('@/api/generated/endpoints/finance/finance', () => ({ invoicePay: vi.fn(), useWalletShow }))
vi.mock('@/context/session', () => ({ useProfile: () => session }))
vi.mock('./refresh', () => ({ refreshInvoices: vi.fn() }))

const invoice = {
  id: '7',
  number: 'I-7',
  client_id: 'c7',
  currency: 'USD',
  open_amount: '10.00',
  accounts: [],
} as unknown as Invoice

const draw = () => renderPage(() => <PaymentDialog invoice={invoice} opened onClose={vi.fn()} />)

beforeEach(() => {
  const balances = [{ currency: 'USD', balance: '25.00' }]
  useWalletShow.mockReset().mockImplementation((_id: string, { query }: { query: { enabled: boolean } }) => ({
    data: query.enabled ? { data: { balances } } : undefined,
    isLoading: false,
  }))
})

it('says what is in the wallet to those who may see it', async () => {
  session.can = { 'wallet.show': true }
  await draw()
  expect(await screen.findByText(/25\.00/)).toBeVisible()
})

it('does not ask for the wallet without the right to see it', async () => {
  session.can = {}
  await draw()
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(useWalletShow.mock.calls.every(([, { query }]) => query.enabled === false)).toBe(true)
  expect(screen.queryByText(/25\.00/)).toBeNull()
})
