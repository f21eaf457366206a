import { expect, it } from 'vitest'
import { placeProblems } from './credit-problems'

it('what is wrong with an amount stands at its field', () => {
  const items = [{ seq: 1 }, { seq: 5001 }]
  const texts = { 'items.1.service_amount': 'Too large.', reason: 'Required.', items: 'Nothing to credit.' }
  expect(placeProblems(texts, items)).toEqual({
    atFields: { 'service-5001': 'Too large.', reason: 'Required.' },
    elsewhere: 'Nothing to credit.',
  })
  expect(placeProblems({ 'items.2.tax_amount': 'Too large.' }, items).elsewhere).toBe('Too large.')
})
