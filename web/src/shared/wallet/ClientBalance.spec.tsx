import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Wallet, WalletBalance } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { ClientBalance } from './ClientBalance'

const profile = vi.hoisted(() => ({ can: { 'wallet.show': true } }))
vi.mock('@/context/session', () => ({ useProfile: () => profile }))

const balance = (changes: Partial<WalletBalance>): WalletBalance => ({
  currency: 'USD',
  balance: '0.00',
  credit_limit: '0.00',
  credit_used: '0.00',
  invoiced: '0.00',
  available: '0.00',
  last_entry_at: null,
  ...changes,
})

const wallet = (...balances: WalletBalance[]): { data: Wallet } => ({
  data: {
    client_id: 'c',
    client_code: 'C1001',
    client_name: 'Aurora',
    balances,
    payment_terms_days: 0,
    can: { deposit: true, refund: true, adjust: true },
  },
})

const fetched = vi.fn()

const answer = (body: object) => {
  fetched.mockImplementation(async () => Response.json(body))
  vi.stubGlobal('fetch', fetched)
}

beforeEach(() => {
  profile.can['wallet.show'] = true
  fetched.mockReset()
})

afterEach(() => vi.unstubAllGlobals())

it('says what a chosen client has, before the last click (SHP-2)', async () => {
  answer(wallet(balance({})))
  await renderPage(() => <ClientBalance clientId="c" />)
  expect(await screen.findByText(/Balance: .*0\.00/)).toBeVisible()
})

it('says what the credit adds to it (SHP-2)', async () => {
  answer(wallet(balance({ balance: '-10.00', credit_limit: '50.00', available: '40.00' })))
  await renderPage(() => <ClientBalance clientId="c" />)
  expect(await screen.findByText(/40\.00 to spend with credit/)).toBeVisible()
})

it('asks nothing for who may not see the money', async () => {
  profile.can['wallet.show'] = false
  answer(wallet())
  await renderPage(() => <ClientBalance clientId="c" />)
  expect(fetched).not.toHaveBeenCalled()
})
