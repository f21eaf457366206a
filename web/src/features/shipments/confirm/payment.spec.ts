import { expect, it } from 'vitest'
import type { Wallet } from '@/api/schema'
import { fundsOf, isOnItsWay, missingWith, needOf } from './payment'

const TOTAL = { amount: '46.00', currency: 'USD' }

const wallet = (balance: string, credit_limit: string, available: string): Wallet => ({
  client_id: 'c',
  client_code: '1',
  client_name: 'Willow',
  payment_terms_days: null,
  can: { deposit: true, refund: false, adjust: false },
  balances: [
    {
      currency: 'USD',
      balance,
      credit_limit,
      credit_used: '0.00',
      invoiced: '0.00',
      available,
      last_entry_at: null,
    },
  ],
})

const missing = (one: Wallet, way: 'wallet' | 'invoice') => missingWith(way, needOf(one, TOTAL), TOTAL, 2)

it('a client without credit pays from the wallet, and is told what is missing', () => {
  const empty = wallet('0.00', '0', '0.00')
  expect(needOf(empty, TOTAL)).toMatchObject({ ways: ['wallet'], proposed: 'wallet' })
  expect(missing(empty, 'wallet')).toBe('46.00')
  expect(missing(wallet('20.10', '0', '20.10'), 'wallet')).toBe('25.90')
  expect(missing(wallet('46.00', '0', '46.00'), 'wallet')).toBeUndefined()
})

it('credit pays what the wallet does not hold', () => {
  const granted = wallet('10.00', '100.00', '110.00')
  expect(needOf(granted, TOTAL)).toMatchObject({ ways: ['wallet', 'invoice'], proposed: 'invoice' })
  expect(missing(granted, 'wallet')).toBe('36.00')
  expect(missing(granted, 'invoice')).toBeUndefined()
  expect(missing(wallet('-90.00', '100.00', '10.00'), 'invoice')).toBe('36.00')
})

it('a wallet of another currency pays nothing', () => {
  const euros = { amount: '46.00', currency: 'EUR' }
  const need = needOf(wallet('100.00', '0', '100.00'), euros)
  expect(missingWith('wallet', need, euros, 2)).toBe('46.00')
})

it('a sum that waits for confirmation is not asked for again', () => {
  expect(isOnItsWay('46.00', '46.00')).toBe(true)
  expect(isOnItsWay('46.00', '100.00')).toBe(true)
  expect(isOnItsWay('46.00', '45.99')).toBe(false)
  expect(isOnItsWay('46.00', undefined)).toBe(false)
})

it('money is missing until a deposit of it waits, and there once the balance has it', () => {
  const asked = { payment: 'wallet', waiting: undefined } as const
  const empty = wallet('6.00', '0', '6.00')
  expect(fundsOf(empty, TOTAL, asked)).toBe('missing')
  expect(fundsOf(empty, TOTAL, { ...asked, waiting: '39.99' })).toBe('missing')
  expect(fundsOf(empty, TOTAL, { ...asked, waiting: '40.00' })).toBe('awaited')
  expect(fundsOf(wallet('46.00', '0', '46.00'), TOTAL, asked)).toBe('there')
})
