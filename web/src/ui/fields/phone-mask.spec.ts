import { expect, it } from 'vitest'
import { maskPhone, showPhone } from './phone-mask'

const BRAZIL = ['(##) ####-####', '(##) #####-####']

it('a number gets its marks while it is typed, in the shortest form that holds it', () => {
  const shown = ['1', '11', '113', '1132654321', '11987654321'].map((digits) => maskPhone(digits, BRAZIL))
  expect(shown).toEqual(['(1', '(11', '(11) 3', '(11) 3265-4321', '(11) 98765-4321'])
})

it('a longer one than any form, or one of a country without forms, stays as it is', () => {
  expect(maskPhone('119876543210', BRAZIL)).toBe('119876543210')
  expect(maskPhone('5550100', [])).toBe('5550100')
})

it('a stored number is shown with its code and in the form of its country', () => {
  const codes = [
    { ddi: '55', mask: BRAZIL },
    { ddi: '1', mask: ['(###) ###-####'] },
    { ddi: '1809', mask: ['###-####'] },
  ]
  expect(showPhone('+5511987654321', codes)).toBe('+55 11 98765-4321')
  // As papers print them.
  expect(showPhone('+13055550123', codes)).toBe('+1 305-555-0123')
  expect(showPhone('+18095550123', codes)).toBe('+1 809-555-0123')
  expect(showPhone('+99912345', codes)).toBe('+99912345')
  expect(showPhone('+13055550123;ext=42', codes)).toBe('+1 305-555-0123 ext. 42')
  expect(showPhone('11 98765', codes)).toBe('11 98765')
  expect(['11 98765', '+55', ''].map((stored) => showPhone(stored, codes))).toEqual(['11 98765', '+55', ''])
  expect(showPhone('+351912345678', [{ ddi: '+351', mask: [] }])).toBe('+351 912345678')
})
