import { expect, it } from 'vitest'
import { changeTo } from './account-change'

const dollars = { id: 'usd', currency: 'USD' }
const reais = { id: 'brl', currency: 'BRL' }
const missing = { amount: '988.01', currency: 'USD' }

it('an amount in dollars is not paid in reais', () => {
  expect(changeTo(reais, dollars, 'transfer', missing)).toEqual({ bank_account_id: 'brl', amount: null })
  expect(changeTo(dollars, reais, 'transfer', missing)).toEqual({ bank_account_id: 'usd', amount: '988.01' })
})

it('an account of the same currency keeps what was typed', () => {
  expect(changeTo({ ...dollars, id: 'other' }, dollars, 'transfer', undefined)).toEqual({
    bank_account_id: 'other',
  })
})

it('Pix pays to accounts in reais alone', () => {
  expect(changeTo(dollars, reais, 'pix', undefined)).toEqual({
    bank_account_id: 'usd',
    amount: null,
    method: 'transfer',
  })
})
