import type { PasswordRule } from '@/api/schema'

/** The problem of a new password as a message code; the server has the same rule. */
export function passwordProblem(password: string, rule: PasswordRule) {
  if (!password) return 'required'
  if ([...password].length < rule.min_length) return 'too_short'
  const isMixed = /\p{Alphabetic}/u.test(password) && /\p{N}/u.test(password)
  return rule.letters_and_digits && !isMixed ? 'password_not_mixed' : undefined
}
