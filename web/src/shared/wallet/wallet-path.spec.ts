import { expect, it } from 'vitest'
import { walletPath } from './wallet-path'

it('the wallet of a client is reached also where the company has no pages of clients', () => {
  expect(walletPath({ clients: true }, 'ID')).toBe('/clients/ID?tab=wallet')
  expect(walletPath({}, 'ID')).toBe('/wallets/ID')
})
