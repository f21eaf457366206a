import { type ApiError, codeText } from '@/api/errors'

/** A problem of a layout, in words, and the line where it is. */
export type LayoutProblem = { line: number | undefined; text: string }

/** Every problem that the server found in a layout; none for another failure. */
export function problemsOf(error: unknown): LayoutProblem[] {
  const found = (error as ApiError | undefined)?.problem?.errors?.layout ?? []
  return found.map(({ code, params, message }) => {
    const line = (params as { line?: number } | null)?.line
    return { line, text: codeText(code, params, message) }
  })
}

/** Where a line begins and ends in a text; the first is 1. */
export function rangeOfLine(text: string, line: number): [number, number] {
  const lines = text.split('\n').slice(0, line)
  const end = lines.join('\n').length
  return [end - (lines.at(-1)?.length ?? 0), end]
}
