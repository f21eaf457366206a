import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { WalletPage } from './WalletPage'

const { deposits } = vi.hoisted(() => ({ deposits: { data: undefined as unknown, isLoading: true } }))

vi.mock('@/context/session', () => ({
  useProfile: () => ({ is_outside: true, can: { 'deposit.list': true } }),
}))
vi.mock('@/api/generated/endpoints/finance/finance', () => ({
  useWalletShow: () => ({ data: { data: { client_id: 'c', balances: [], can: { deposit: true } } } }),
  useDepositList: () => deposits,
}))
vi.mock('@/shared/wallet/Statement', () => ({ Statement: () => <p>the statement</p> }))

beforeEach(() => Object.assign(deposits, { data: undefined, isLoading: true }))

it('shows its button only with the rest, which the button would move', async () => {
  await renderPage(() => <WalletPage clientId="c" />)
  expect(screen.getByRole('heading', { name: 'Wallet' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add funds' })).toBeNull()
})

it('shows everything once the last deposits are there', async () => {
  Object.assign(deposits, { data: { data: [] }, isLoading: false })
  await renderPage(() => <WalletPage clientId="c" />)
  expect(screen.getByRole('button', { name: 'Add funds' })).toBeVisible()
  expect(screen.getByText('the statement')).toBeVisible()
})

it('a withdrawn deposit says so', async () => {
  const withdrawn = { id: 'd', amount: '10', currency: 'USD', reference: 'R-1', paid_on: '2026-01-02' }
  const data = { data: [{ ...withdrawn, status: 80, reason: null }] }
  Object.assign(deposits, { data, isLoading: false })
  await renderPage(() => <WalletPage clientId="c" />)
  expect(screen.getByText('Withdrawn')).toBeVisible()
})
