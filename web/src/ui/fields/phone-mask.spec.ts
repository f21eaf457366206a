import { expect, it } from 'vitest'
import { maskPhone } from './phone-mask'

const BRAZIL = ['(##) ####-####', '(##) #####-####']

it('a number gets its marks while it is typed, in the shortest form that holds it', () => {
  const shown = ['1', '11', '113', '1132654321', '11987654321'].map((digits) => maskPhone(digits, BRAZIL))
  expect(shown).toEqual(['(1', '(11', '(11) 3', '(11) 3265-4321', '(11) 98765-4321'])
})

it('a longer one than any form, or one of a country without forms, stays as it is', () => {
  expect(maskPhone('119876543210', BRAZIL)).toBe('119876543210')
  expect(maskPhone('5550100', [])).toBe('5550100')
})
