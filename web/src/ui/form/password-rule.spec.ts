import { expect, it } from 'vitest'
import { passwordProblem } from './password-rule'

it('a password is as long as asked, counted as people count', () => {
  const rule = { min_length: 6, letters_and_digits: false, refuse_breached: true }
  expect(passwordProblem('', rule)).toBe('required')
  expect(passwordProblem('😀😀😀', rule)).toBe('too_short')
  expect(passwordProblem('çãéíõú', rule)).toBeUndefined()
})

it('letters and digits go together where that is asked, of any script', () => {
  const rule = { min_length: 6, letters_and_digits: true, refuse_breached: true }
  for (const plain of ['letters', '1234567', '密码密码密码']) {
    expect(passwordProblem(plain, rule), plain).toBe('password_not_mixed')
  }
  for (const mixed of ['letters1', '密码密码密码1', 'número٣']) {
    expect(passwordProblem(mixed, rule), mixed).toBeUndefined()
  }
})
