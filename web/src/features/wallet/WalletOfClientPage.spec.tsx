import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { WalletOfClientPage } from './WalletOfClientPage'

const { deposits } = vi.hoisted(() => ({ deposits: { data: undefined as unknown, isLoading: true } }))

vi.mock('@/context/session', () => ({
  useProfile: () => ({ is_outside: false, menu: {}, can: { 'deposit.list': true } }),
}))
vi.mock('@/api/generated/endpoints/finance/finance', () => ({
  useWalletShow: () => ({
    data: { data: { client_id: 'c', client_name: 'Alder Supply', balances: [], can: { deposit: true } } },
  }),
  useDepositList: () => deposits,
}))
vi.mock('@/shared/wallet/Statement', () => ({ Statement: () => <p>the statement</p> }))

it('names the client when the wallet is there, which a second line of the name would move', async () => {
  const { unmount } = await renderPage(() => <WalletOfClientPage clientId="c" />)
  expect(screen.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible()
  unmount()
  Object.assign(deposits, { data: { data: [] }, isLoading: false })
  await renderPage(() => <WalletOfClientPage clientId="c" />)
  expect(screen.getByRole('heading', { level: 1, name: 'Wallet of Alder Supply' })).toBeVisible()
  expect(screen.getByText('the statement')).toBeVisible()
})
