import { expect, it } from 'vitest'
import { phoneText } from './phone-text'

const CODES = [
  { alpha2: 'BR', ddi: '+55', mask: ['(##) ####-####', '(##) #####-####'], label: 'Brazil' },
  { alpha2: 'US', ddi: '+1', mask: ['(###) ###-####'], label: 'United States' },
  { alpha2: 'PT', ddi: '+351', mask: [], label: 'Portugal' },
]

it('a number is written as in its country', () => {
  expect(phoneText('+13055550123', CODES)).toBe('+1 (305) 555-0123')
  expect(phoneText('+5511987654321', CODES)).toBe('+55 (11) 98765-4321')
  expect(phoneText('+351912345678', CODES)).toBe('+351 912345678')
  expect(phoneText('+13055550123;ext=42', CODES)).toBe('+1 (305) 555-0123 ext. 42')
})

it('a number without a known code is unchanged', () => {
  expect(phoneText('+99912345', CODES)).toBe('+99912345')
  expect(phoneText('', CODES)).toBe('')
})
