import { ApiError, codeOf, errorText } from '@/api/errors'

/** The failure that the sign-in page shows. Stored in the entry of the browser's history. */
export type Problem = { code?: string; params?: unknown; text?: string }

/** A refusal of the person stands at the e-mail; any other failure is one of the whole. */
export function problemOf(failure: unknown): Problem {
  const problem = failure instanceof ApiError ? failure.problem : undefined
  const code = problem?.errors.email?.[0]?.code ?? codeOf(failure)
  return { code, params: problem?.params, text: errorText(failure) }
}
