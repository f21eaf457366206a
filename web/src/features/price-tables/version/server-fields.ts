import { ApiError } from '@/api/errors'
import type { Problem } from '@/api/schema'

/** The failure with its errors at the fields of a form, which may name them otherwise than the server. */
export function atFields(error: unknown, fieldOf: (path: string) => string): unknown {
  if (!(error instanceof ApiError) || !error.problem?.errors) return error
  const errors = Object.entries(error.problem.errors as NonNullable<Problem['errors']>)
  const problem = {
    ...error.problem,
    errors: Object.fromEntries(errors.map(([path, found]) => [fieldOf(path), found])),
  }
  return new ApiError(error.status, problem, error.retryAfter)
}
